import { workerData } from 'node:worker_threads'
import { portToParent, serveThread } from '../threads/serve.ts'
import type { ThreadCall } from '../threads/thread.ts'
import { openKeeper, openReader, openWriter } from './connection.ts'
import { migrate } from './migrate.ts'
import type { KeeperMethods, StoreReads } from './protocol.ts'
import { call } from './reads/calls.ts'
import { entries, entry } from './reads/entries.ts'
import { events } from './reads/events.ts'
import { find } from './reads/find.ts'
import { clientByToken, clients, lastNameNumber, nameTaken, projectId } from './reads/lookups.ts'
import { note, notes } from './reads/notes.ts'
import { prunePlan } from './reads/prune-plan.ts'
import { step } from './reads/steps.ts'
import { session, sessions, sessionState, turn, turnByKey, turns } from './reads/sessions.ts'
import { bytes, chars, lines } from './reads/slices.ts'
import { series, stats, storedBytes } from './reads/stats.ts'
import { GroupWriter } from './writer.ts'

export interface StoreThreadData {
  readonly role: 'writer' | 'reader' | 'keeper'
  readonly file: string
}

const { role, file } = workerData as StoreThreadData

function serveWrites(): void {
  const db = openWriter(file)
  migrate(db)
  // Bodies that were still streaming in when the daemon before was killed.
  db.exec('UPDATE blobs SET condemned = 1 WHERE sha256 IS NULL')
  const writer = new GroupWriter(db)
  const port = portToParent()
  let queue: ThreadCall[] = []
  const flush = () => {
    const calls = queue
    queue = []
    for (const outcome of writer.run(calls)) port.postMessage(outcome)
  }
  port.on('message', (message: ThreadCall) => {
    if (message.method === 'open') return port.postMessage({ id: message.id, value: null })
    if (queue.push(message) === 1) setImmediate(flush)
  })
}

function serveReads(): void {
  const db = openReader(file)
  const reads: StoreReads = {
    find: (order) => find(db, order),
    entry: (order) => entry(db, order),
    entries: (order) => entries(db, order),
    step: (order) => step(db, order),
    notes: (order) => notes(db, order),
    note: (order) => note(db, order),
    project: (order) => projectId(db, order),
    call: (order) => call(db, order),
    events: (order) => events(db, order),
    stats: (order) => stats(db, order),
    series: (order) => series(db, order),
    sessions: (order) => sessions(db, order),
    session: (order) => session(db, order),
    turns: (order) => turns(db, order),
    turn: (order) => turn(db, order),
    turnByKey: (order) => turnByKey(db, order),
    sessionState: (order) => sessionState(db, order),
    lastNameNumber: (order) => lastNameNumber(db, order),
    nameTaken: (order) => nameTaken(db, order),
    clientByToken: (order) => clientByToken(db, order),
    clients: () => clients(db),
    bytes: (order) => bytes(db, order),
    chars: (order) => chars(db, order),
    lines: (order) => lines(db, order),
    storedBytes: () => storedBytes(db),
    prunePlan: (order) => prunePlan(db, order),
  }
  serveThread(reads)
}

function serveKeeping(): void {
  const db = openKeeper(file)
  const keeper: KeeperMethods = {
    checkpoint: () => {
      const [row] = db.pragma('wal_checkpoint(PASSIVE)') as { log: number; checkpointed: number }[]
      return row ? row.log - row.checkpointed : 0
    },
  }
  serveThread(keeper)
}

const roles = { writer: serveWrites, reader: serveReads, keeper: serveKeeping }
roles[role]()
