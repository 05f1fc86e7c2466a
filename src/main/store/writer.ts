import type { Database } from 'better-sqlite3'
import { type ErrorBody, SpillwayError, toErrorBody } from '../../shared/errors.ts'
import type { ThreadCall } from '../threads/thread.ts'
import type { StoreWrites } from './protocol.ts'
import { takeIn } from './share/take-in.ts'
import { appendChunks, dropStage, openStage } from './writes/blobs.ts'
import { addClient, removeClient, replaceToken, touchClient } from './writes/clients.ts'
import { updateEntry } from './writes/entries.ts'
import { type Announced, Announcements } from './writes/events.ts'
import { writeNote } from './writes/notes.ts'
import { prune } from './writes/prune.ts'
import { recordRead, setReadTokens, useEntries } from './writes/reading.ts'
import { addSession, addTurn, assignProject, keepHandshake } from './writes/sessions.ts'
import { commitStep } from './writes/step.ts'
import { setSummary } from './writes/summaries.ts'
import { sweep } from './writes/sweep.ts'
import { setTokens } from './writes/tokens.ts'
import { Tally } from './writes/totals.ts'
import { mergeTurns, splitTurn, updateTurn } from './writes/turns.ts'
import { rememberTools } from './writes/tools.ts'
import { wipe } from './writes/wipe.ts'

type Write<K extends keyof StoreWrites> = (
  db: Database,
  announce: Announcements,
  order: Parameters<StoreWrites[K]>[0],
  tally: Tally,
) => ReturnType<StoreWrites[K]>

const writes: { [K in keyof StoreWrites]: Write<K> } = {
  addSession,
  assignProject: (db, _announce, order) => assignProject(db, order),
  keepHandshake: (db, _announce, order) => keepHandshake(db, order),
  addTurn,
  updateTurn,
  splitTurn,
  mergeTurns,
  rememberTools: (db, _announce, order) => rememberTools(db, order),
  commitStep,
  writeNote,
  recordRead,
  useEntries: (db, _announce, order) => useEntries(db, order),
  setReadTokens,
  setTokens,
  setSummary,
  updateEntry,
  prune,
  openStage: (db, _announce, { at }) => openStage(db, at),
  appendStage: (db, _announce, { staged, seq, data, layout }) => appendChunks(db, staged, seq, data, layout),
  dropStage: (db, _announce, { staged }) => dropStage(db, staged),
  wipe,
  sweep: (db, _announce, order) => sweep(db, order),
  addClient: (db, _announce, order) => addClient(db, order),
  replaceToken: (db, _announce, order) => replaceToken(db, order),
  removeClient: (db, _announce, order) => removeClient(db, order),
  touchClient: (db, _announce, order) => touchClient(db, order),
  takeIn,
  appendEvent: (db, announce, order) => announce.add(db, order),
  vacuum: (db, _announce, { pages }) => {
    // Zero would mean all of them.
    if (pages > 0) db.pragma(`incremental_vacuum(${pages})`)
    return Number(db.pragma('freelist_count', { simple: true }))
  },
}

/** What a write gives back to the thread that asked: its value, and what there is to announce now that it is committed. */
export interface Written {
  readonly value: unknown
  readonly announced: readonly Announced[]
}

export type Outcome = { readonly id: number } & (
  | { readonly value: Written }
  | { readonly failure: ErrorBody }
)

/** Runs writes that came together in one transaction, so that many callers share one commit; each in a savepoint of its own. */
export class GroupWriter {
  readonly #db: Database
  readonly #runAll: (calls: readonly ThreadCall[]) => Outcome[]

  constructor(db: Database) {
    this.#db = db
    const runOne = (call: ThreadCall, sum: Tally): Written => {
      const announce = new Announcements()
      const tally = new Tally()
      const write = writes[call.method as keyof StoreWrites] as Write<keyof StoreWrites>
      const value = write(db, announce, call.argument as never, tally)
      // Only now: what a failed write added does not count.
      sum.take(tally)
      return { value, announced: announce.list }
    }
    const runInside = db.transaction(runOne)
    const group = db.transaction((calls: readonly ThreadCall[]) => {
      const sum = new Tally()
      const outcomes = calls.map((call): Outcome => {
        if (call.method === ('wipe' satisfies keyof StoreWrites)) sum.write(db)
        // One alone has the transaction for itself: its failure takes nothing else back.
        if (calls.length === 1) return { id: call.id, value: runOne(call, sum) }
        try {
          return { id: call.id, value: runInside(call, sum) }
        } catch (error) {
          // Some faults (a full disk) end the whole transaction: then nobody may be told that a write is safe.
          if (!this.#db.inTransaction) throw error
          return { id: call.id, failure: failureOf(error) }
        }
      })
      sum.write(db)
      return outcomes
    })
    // The lock is taken at once: a read that turned into a write later could find the database changed under it.
    this.#runAll = (calls) => group.immediate(calls)
  }

  run(calls: readonly ThreadCall[]): Outcome[] {
    try {
      return this.#runAll(calls)
    } catch (error) {
      return calls.map(({ id }) => ({ id, failure: failureOf(error) }))
    }
  }
}

/** SQLite's own words for a full disk become a code that callers know. */
function failureOf(error: unknown): ErrorBody {
  const { code } = error as { code?: unknown }
  if (code !== 'SQLITE_FULL') return toErrorBody(error)
  return toErrorBody(
    new SpillwayError('storage_full', 'The disk is full.', 'Free some space, or prune what is stored.'),
  )
}
