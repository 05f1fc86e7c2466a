import type { Database } from 'better-sqlite3'
import type { StoreReads } from './protocol.ts'
import { call } from './reads/calls.ts'
import { contents } from './reads/contents.ts'
import { entries, entry, entryGroups } from './reads/entries.ts'
import { events } from './reads/events.ts'
import { equalCalls } from './reads/compare-calls.ts'
import { coverage } from './reads/coverage.ts'
import { find } from './reads/find.ts'
import { foundCalls } from './reads/found-calls.ts'
import {
  clientByToken,
  clients,
  handshake,
  knownHashes,
  lastNameNumber,
  nameTaken,
  projectId,
} from './reads/lookups.ts'
import { allNotes, note, notes } from './reads/notes.ts'
import { prunePlan } from './reads/prune-plan.ts'
import { callDigests } from './reads/replay/digests.ts'
import { replay } from './reads/replay/replay.ts'
import { offeredTools, script } from './reads/script.ts'
import { step, wholeCall } from './reads/steps.ts'
import { sentArguments } from './reads/sent-arguments.ts'
import { session, sessions, sessionState, turn, turnByKey, turns } from './reads/sessions.ts'
import { bytes, chars, lines } from './reads/slices.ts'
import { series } from './reads/series.ts'
import { transcriptCalls } from './reads/transcript-calls.ts'
import { stats, storedBytes } from './reads/stats.ts'

/** Every read, on one connection. */
export function makeReads(db: Database): StoreReads {
  return {
    find: (order) => find(db, order),
    entry: (order) => entry(db, order),
    entries: (order) => entries(db, order),
    entryGroups: (order) => entryGroups(db, order),
    step: (order) => step(db, order),
    notes: (order) => notes(db, order),
    allNotes: (order) => allNotes(db, order),
    note: (order) => note(db, order),
    project: (order) => projectId(db, order),
    call: ({ whole, ...order }) => (whole === true ? wholeCall(db, order) : call(db, order)),
    script: (order) => script(db, order),
    offeredTools: (order) => offeredTools(db, order),
    transcriptCalls: (order) => transcriptCalls(db, order),
    sentArguments: (order) => sentArguments(db, order),
    equalCalls: (order) => equalCalls(db, order),
    events: (order) => events(db, order),
    coverage: (order) => coverage(db, order),
    foundCalls: (order) => foundCalls(db, order),
    stats: (order) => stats(db, order),
    series: (order) => series(db, order),
    sessions: (order) => sessions(db, order),
    session: (order) => session(db, order),
    turns: (order) => turns(db, order),
    turn: (order) => turn(db, order),
    replay: (order) => replay(db, order),
    callDigests: (order) => callDigests(db, order),
    turnByKey: (order) => turnByKey(db, order),
    sessionState: (order) => sessionState(db, order),
    handshake: (order) => handshake(db, order),
    lastNameNumber: (order) => lastNameNumber(db, order),
    nameTaken: (order) => nameTaken(db, order),
    clientByToken: (order) => clientByToken(db, order),
    clients: () => clients(db),
    bytes: (order) => bytes(db, order),
    chars: (order) => chars(db, order),
    lines: (order) => lines(db, order),
    knownHashes: (order) => knownHashes(db, order),
    storedBytes: () => storedBytes(db),
    prunePlan: (order) => prunePlan(db, order),
    contents: () => contents(db),
  }
}
