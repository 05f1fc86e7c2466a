import { workerData } from 'node:worker_threads'
import { serveThread } from '../../threads/serve.ts'
import { openReader } from '../connection.ts'
import { candidates } from './candidates.ts'
import { shrink } from '../shrink.ts'
import { openIndex } from './database.ts'
import { Indexer } from './indexer.ts'
import type { WordsMethods, WordsThreadData } from './protocol.ts'

/** Many contents that are stored in a row are looked up together. */
const LOOK_DELAY_MS = 300

const { file, indexFile } = workerData as WordsThreadData
const home = openReader(file)
const index = openIndex(indexFile)
const indexer = new Indexer(home, index)

let looking: NodeJS.Timeout | null = null
let working = false

function lookSoon(): void {
  looking ??= setTimeout(() => {
    looking = null
    indexer.look()
    if (working) return
    working = true
    work()
  }, LOOK_DELAY_MS)
}

/** Rests as long as each step took, so that agents at work keep most of the processors. */
function work(): void {
  const started = performance.now()
  working = indexer.step()
  if (working) setTimeout(work, performance.now() - started)
}

const methods: WordsMethods = {
  wake: () => lookSoon(),
  candidates: (order) => candidates(home, index, indexer, order),
  clear: () => {
    indexer.clear()
    // Nobody else has it open, so nothing can be in the way.
    shrink(index)
  },
}

serveThread(methods)
