/** The program of a query child: it holds one content in memory and answers queries on it until it is ended. */
import { Worker } from 'node:worker_threads'
import { SpillwayError, toErrorBody } from '../../../shared/errors.ts'
import { programEntry } from '../../threads/entry.ts'
import { openReader } from '../connection.ts'
import { parseDocument } from './json/document.ts'
import { answerJson } from './json/answer.ts'
import { Document } from './json/locate.ts'
import type { LoadOrder, QueryCall, QueryMethods, QueryReply } from './protocol.ts'
import { answerSql } from './sql/answer.ts'
import { type LoadedTable, loadTable } from './table/load.ts'
import { tableSource } from './table/source.ts'
import { textPieces } from './text-pieces.ts'
import type { Alarm } from './watch.ts'

let table: LoadedTable | null = null
let document: Document | null = null

function load({ file, content, shape }: LoadOrder): null {
  const db = openReader(file)
  try {
    const read = () => textPieces(db, content)
    if (shape.kind === 'table') table = loadTable(tableSource(content, read, shape.path))
    else document = new Document(parseDocument(content, read))
  } finally {
    // Before anything of a user's runs here, the way to the home's database is gone.
    db.close()
  }
  return null
}

const methods: QueryMethods = {
  load,
  sql(ask) {
    if (!table) throw new SpillwayError('internal', 'No table was loaded.')
    return answerSql(table, ask)
  },
  json(ask) {
    if (!document) throw new SpillwayError('internal', 'No document was loaded.')
    return answerJson(document, ask)
  },
}

function answer({ method, argument }: QueryCall): QueryReply {
  try {
    return { value: methods[method](argument as never) }
  } catch (error) {
    return { failure: toErrorBody(isTooDeep(error) ? tooDeep() : error) }
  }
}

const isTooDeep = (error: unknown) => error instanceof RangeError && error.message.includes('call stack')

const tooDeep = () =>
  new SpillwayError(
    'invalid_input',
    'The JSON is nested too deeply to be taken apart.',
    'grep, lines and range work on any text.',
  )

/** The watching thread is kept small: it needs no room for anything. */
const WATCH_ROOM = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16, codeRangeSizeMb: 0 }

const alarm: Alarm = new BigInt64Array(new SharedArrayBuffer(8))
const watch = new Worker(programEntry(import.meta.url, './watch.ts', 'query-watch.js'), {
  workerData: alarm,
  resourceLimits: WATCH_ROOM,
})
watch.once('error', () => process.exit(1))

process.on('message', (call: QueryCall) => {
  Atomics.store(alarm, 0, process.hrtime.bigint() + BigInt(call.limitMs) * 1_000_000n)
  const reply = answer(call)
  Atomics.store(alarm, 0, 0n)
  process.send?.(reply)
})
process.on('disconnect', () => process.exit())
