import { workerData } from 'node:worker_threads'
import { serveThread } from '../../threads/serve.ts'
import { openReader } from '../connection.ts'
import type { FactsMemory } from './past-calls.ts'
import type { SimulateMethods } from './protocol.ts'
import { simulate } from './run.ts'

const db = openReader((workerData as { file: string }).file)
const memory: FactsMemory = new Map()

const methods: SimulateMethods = { simulate: (order) => simulate(db, order, memory) }
serveThread(methods)
