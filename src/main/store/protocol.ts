import type { ContentKind, Encoding, Entry, Read, Sizes } from '../../shared/entry.ts'
import type { Client } from '../../shared/contract/access.ts'
import type { OperationOutput } from '../../shared/contract.ts'
import type { ListedNote } from '../../shared/contract/notes.ts'
import type { PruneResult, WipeResult } from '../../shared/contract/cache.ts'
import type { Session, Turn } from '../../shared/contract/recording.ts'
import type { Stats } from '../../shared/contract/figures.ts'
import type { Replay } from '../../shared/contract/replay.ts'
import type { CallBodies } from './reads/calls.ts'
import type { EventPage, EventsOrder } from './reads/events.ts'
import type { FindCallsOrder } from './reads/found-calls.ts'
import type { SentArguments } from './reads/sent-arguments.ts'
import type { RecordedCall, TranscriptOrder, TurnBefore } from './reads/transcript-calls.ts'
import type { SeriesOrder } from './reads/series.ts'
import type { CallDigest } from './reads/replay/digests.ts'
import type { ReplayOrder } from './reads/replay/replay.ts'
import type { ScriptCall, ScriptOrder } from './reads/script.ts'
import type { StepOrder } from './reads/steps.ts'
import type { TakeInOrder, TakenIn } from './share/take-in.ts'
import type { NewEvent } from './writes/events.ts'
import type { OfferedTools } from './writes/tools.ts'
import type { GroupOrder, ListOrder } from './reads/entries.ts'
import type { PruneUnit } from '../retention/plan.ts'
import type { ChunkLayout, PreparedBlob, StagedBlob } from './blob.ts'

/**
 * The messages between the store's threads, typed by name on both sides. Times are milliseconds since 1970. A `client` of
 * null in a filter means everyone's (the admin asks); stored rows of the admin's own have the client ''.
 */
export interface ProjectOfSession {
  readonly session: string
  readonly client: string
  /** For a project that is not known yet. */
  readonly projectId: string
  readonly projectPath: string
}

export interface NewSession {
  readonly id: string
  readonly client: string
  readonly clientName: string
  readonly projectPath: string | null
  /** Used where the client has no project of that path yet. */
  readonly projectId: string
  readonly transport: string
  /** The session whose calls are made again in it. */
  readonly repeats?: string | null
  readonly externalKey: string | null
  readonly at: number
}

export interface NewTurn {
  readonly id: string
  readonly client: string
  readonly session: string
  readonly number: number
  readonly prompt: string | null
  readonly externalKey: string | null
  readonly explicit: boolean
  readonly at: number
}

/** Each of these is left as it is where it is undefined, and taken away where it is null. */
interface TurnNames {
  readonly title?: string | null | undefined
  readonly prompt?: string | null | undefined
}

export interface UpdateTurn extends TurnNames {
  readonly turn: string
  readonly at: number
}

export interface SplitTurn extends TurnNames {
  readonly turn: string
  readonly at: number
  /** Of the turn that its later part becomes. */
  readonly newId: string
  /** The first call of the later part, by its id or by its step. */
  readonly call?: string | undefined
  readonly step?: number | undefined
  /** A person did it, so that no import moves the bounds again. */
  readonly byHand: boolean
}

export interface MergeTurns {
  readonly turn: string
  readonly at: number
}

export interface NewEntry {
  readonly id: string
  readonly name: string
  /** Which of the record's blobs it holds. */
  readonly blob: number
  readonly mime: string | null
  readonly kind: ContentKind
  readonly complete: boolean
  /** Stored under a name of the agent's own: it takes the place of the session's note of that name. */
  readonly isNote?: boolean
  readonly tier: 'turn' | 'session' | 'project'
  readonly ttlSeconds: number | null
  readonly preview: string
  readonly previewSpans: readonly (readonly [number, number])[]
  readonly deliveredText: string
  readonly omitted: Sizes
  readonly metadata: Record<string, unknown>
  /** How many stretches were replaced before it was stored. */
  readonly redactions?: number
}

export interface NewCall {
  readonly id: string
  readonly client: string
  readonly session: string
  readonly turn: string
  readonly turnNumber: number
  readonly step: number
  readonly server: string | null
  readonly tool: string
  /** `server.tool`, or the tool alone. */
  readonly source: string
  readonly arguments: string | null
  /** The arguments as the server got them, where they are others: JSON with pointers to blobs. */
  readonly resolved?: string | null
  /** What the server answered in the place of a result: the same. */
  readonly error?: string | null
  readonly clientCall?: string | null
  /** The call that this one makes again. */
  readonly repeats?: string | null
  readonly isError: boolean
  readonly outcome: 'offloaded' | 'inline' | 'failopen' | 'cancelled'
  /** Why storing failed, or the client gave it up. */
  readonly reason: string | null
  readonly startedAt: number
  readonly durationMs: number
  readonly rawBytes: number
  readonly deliveredBytes: number
  readonly tokensRaw: number
  readonly tokensDelivered: number
  /** Whether they were counted exactly; absent where they are estimates, whose counts follow by `setTokens`. */
  readonly tokensExact?: boolean
  readonly result: string | null
  readonly delivered: string | null
  /** JSON of the rule that decided it, and whether its caller asked for it to be stored (`asked`). */
  readonly rule?: string
  /** What was replaced in it before it was stored, where something was. */
  readonly redactions?: { readonly count: number; readonly rules: readonly string[] }
}

/** One step with all that it stored, written in one transaction. */
export interface StepRecord {
  readonly at: number
  readonly call: NewCall
  /** False: the call leaves no record of its own, only its entries. */
  readonly recorded: boolean
  readonly blobs: readonly (PreparedBlob | StagedBlob)[]
  readonly entries: readonly NewEntry[]
  /** New bytes may not take the store over this: it is refused with `storage_full`. Absent: no cap. */
  readonly maxBytes?: number
}

/** A note to write. Its entry keeps its id over every version. */
export interface NewNote {
  /** Used where the name is new. */
  readonly id: string
  readonly at: number
  readonly client: string
  readonly session: string
  readonly turn: string | null
  readonly project: string | null
  readonly scope: 'session' | 'project'
  readonly name: string
  readonly blob: PreparedBlob
  readonly mime: string | null
  readonly kind: ContentKind
  readonly preview: string
  readonly previewSpans: readonly (readonly [number, number])[]
  readonly omitted: Sizes
  readonly metadata: Record<string, unknown>
  readonly redactions?: number
  readonly ttlSeconds: number
  /** The version it must have now; 0: it must be new. */
  readonly ifVersion?: number
  /** For how long no other session may write it; 0 lets go. */
  readonly leaseSeconds?: number
}

export interface NewRead {
  readonly at: number
  readonly entry: string
  readonly session: string | null
  readonly turn: string | null
  readonly mode: string
  readonly label: string
  readonly params: Record<string, unknown>
  readonly unit: Read['unit']
  readonly start: number
  readonly end: number
  readonly spans: readonly (readonly [number, number])[]
  readonly chars: number
  readonly bytes: number
  readonly tokens: number
  readonly durationMs: number
}

export interface NewSummary {
  readonly entry: string
  readonly at: number
  readonly summary: string | null
  readonly error: string | null
  readonly durationMs: number
}

export interface PruneOrder {
  readonly at: number
  readonly client: string | null
  readonly ids?: readonly string[]
  /** Only while it is the version that the caller saw. */
  readonly ifVersion?: number
  /** Only while no other session than this has a lease on it. */
  readonly unleasedBut?: string
  readonly olderThanSeconds?: number
  readonly session?: string
  /** Leaves what the session wrote for its project. */
  readonly sessionScopeOnly?: boolean
  readonly tool?: string
  readonly maxBytes?: number
  readonly all?: boolean
  /** Only what is past its life. */
  readonly expired?: boolean
  /** Also what is pinned or of a turn under way: whoever asks has named it. */
  readonly evenPinned?: boolean
  /** Turns with a call in flight: their entries stay. */
  readonly guardedTurns: readonly string[]
  /** Recorded calls that began before this hold no bytes any more. */
  readonly callsBefore: number
}

/** A piece of what an order's plan names. */
export interface PruneBatch {
  readonly at: number
  readonly client: string | null
  readonly ifVersion?: number
  readonly unleasedBut?: string
  /** Also what is pinned, and what was used since it was planned. */
  readonly evenPinned: boolean
  readonly units: readonly PruneUnit[]
  readonly why: string
}

export type StoreWrites = {
  addSession(order: NewSession): Session
  /** For a session that began without one. */
  assignProject(order: ProjectOfSession): { session: Session; projectId: string | null }
  /** Keeps what the session's client said of itself, as JSON. */
  keepHandshake(order: { session: string; handshake: string }): void
  addTurn(order: NewTurn): Turn
  updateTurn(order: UpdateTurn): Turn
  splitTurn(order: SplitTurn): { turn: Turn; next: Turn }
  mergeTurns(order: MergeTurns): { turn: Turn; merged: Turn; firstCall: string | null }
  /** Which tools a session was offered. */
  rememberTools(order: OfferedTools): void
  commitStep(record: StepRecord): Entry[]
  /** @throws SpillwayError `conflict`: another version, or another session's lease */
  writeNote(order: NewNote): Entry
  /** Gives the read's number. */
  recordRead(order: NewRead): number
  /** Entries whose value was used without a read: it refreshes their life all the same. */
  useEntries(order: { entries: readonly string[]; at: number }): void
  setReadTokens(order: { read: number; at: number; tokens: number }): void
  setTokens(order: {
    call: string
    at: number
    tokensRaw: number
    tokensDelivered: number
    exact: boolean
  }): void
  /** Keeps what was said of an entry, or tells why nothing was. */
  setSummary(order: NewSummary): void
  updateEntry(order: { id: string; at: number; pinned?: boolean; name?: string; ttlSeconds?: number }): void
  prune(batch: PruneBatch): PruneResult
  openStage(order: { at: number }): number
  appendStage(order: { staged: number; seq: number; data: Uint8Array; layout: readonly ChunkLayout[] }): void
  dropStage(order: { staged: number }): void
  addClient(order: { id: string; name: string; tokenHash: Uint8Array; at: number }): void
  replaceToken(order: { id: string; tokenHash: Uint8Array }): string | null
  removeClient(order: { id: string }): boolean
  touchClient(order: { id: string; at: number }): void
  appendEvent(order: NewEvent): void
  /** Takes a recording over that was looked through. @throws SpillwayError `conflict`, `storage_full` */
  takeIn(order: TakeInOrder): TakenIn
  /** Removes all there is but the clients (where they stay) and the sessions that are named; their rows stay, empty. */
  wipe(order: { at: number; keepClients: boolean; keepSessions: readonly string[] }): void
  /** Deletes some of what was condemned; says whether more is left. */
  sweep(order: { chunks: number }): boolean
  /** Gives free pages back to the disk; says how many are left. */
  vacuum(order: { pages: number }): number
}

/** Where the bytes of an entry are and what they are. */
export interface Content {
  readonly entry: string
  readonly name: string
  readonly blob: number
  readonly sha256: string
  readonly encoding: Encoding
  readonly sizes: Sizes
  readonly mime: string | null
  readonly kind: ContentKind
}

/** A slice of a text: the characters [start, end) and the lines that they touch. */
export interface TextSlice {
  readonly text: string
  readonly start: number
  readonly end: number
}

export interface LineSlice extends TextSlice {
  /** The line after the last one given. */
  readonly lastLine: number
  /** The first line alone was too long, and is not all there. */
  readonly cutLine: boolean
  /** The character at which the lines that were asked for end. */
  readonly stop: number
}

/** Who may see what: see DESIGN.md section 4, "Who sees what". */
export interface Viewer {
  /** Null: the admin, who sees everything. */
  readonly client: string | null
  readonly session: string | null
  readonly project: string | null
  /** Under turn isolation: the turn that everything but notes must be of. */
  readonly turn: string | null
}

/** Whose notes: a session's own, and those of its project with the people's. */
export interface NotesOf {
  readonly client: string
  readonly session: string | null
  readonly project: string | null
}

export type Found =
  | { readonly found: 'live'; readonly content: Content }
  | {
      readonly found: 'expired'
      readonly sha256: string
      readonly at: number
      readonly why: string
      readonly isNote: boolean
    }
  | { readonly found: 'nothing' }

export interface SessionState {
  readonly session: Session
  readonly projectId: string | null
  /** The newest turn and the number of its last step. */
  readonly turn: Turn | null
  readonly lastStep: number
}

export type StoreReads = {
  find(order: { viewer: Viewer; id: string; at: number }): Found
  entry(order: { id: string; client: string | null }): OperationOutput<'getEntry'> | null
  entries(order: ListOrder): OperationOutput<'listEntries'>
  entryGroups(order: GroupOrder): OperationOutput<'entryGroups'>
  notes(order: NotesOf & { at: number }): ListedNote[]
  allNotes(order: { client: string | null; at: number; limit: number }): {
    items: ListedNote[]
    total: number
  }
  note(order: NotesOf & { name: string; scope?: 'session' | 'project' }): Entry | null
  /** The project of a client's folder, where it has one. */
  project(order: { client: string; path: string }): string | null
  /** `whole`: with strings of up to 64 MiB. @throws SpillwayError `too_large` where that is not enough */
  call(order: { id: string; client: string | null; whole?: boolean }): CallBodies | null
  script(order: ScriptOrder): ScriptCall[]
  offeredTools(order: { session: string }): string | null
  transcriptCalls(order: TranscriptOrder): { calls: RecordedCall[]; turns: TurnBefore[] }
  sentArguments(order: { call: string }): SentArguments | null
  /** Whether two calls came to the same. */
  equalCalls(order: { before: string; after: string }): boolean
  step(order: StepOrder): CallBodies | null
  events(order: EventsOrder): EventPage
  coverage(order: { ids: readonly string[]; client: string | null }): OperationOutput<'listCoverage'>
  foundCalls(order: FindCallsOrder): OperationOutput<'findCalls'>
  stats(order: { client: string | null; session?: string; maxBytes: number }): Stats
  series(order: SeriesOrder): OperationOutput<'statsSeries'>
  sessions(order: { client: string | null; cursor?: string; limit: number }): OperationOutput<'listSessions'>
  session(order: { client: string | null; id: string }): OperationOutput<'getSession'> | null
  turns(order: {
    client: string | null
    session?: string
    cursor?: string
    limit: number
  }): OperationOutput<'listTurns'>
  turn(order: { client: string | null; id: string }): OperationOutput<'getTurn'> | null
  replay(order: ReplayOrder): Replay | null
  callDigests(order: { turns: readonly string[]; client: string | null }): CallDigest[]
  /** A turn by its id, by the name that its client gave it, or by its number. */
  turnByKey(order: { session: string; key: string }): { turn: Turn; lastStep: number } | null
  sessionState(order: { client: string; id?: string; externalKey?: string }): SessionState | null
  /** What the session's client said of itself when it began, as JSON; null where nobody kept it. */
  handshake(order: { session: string }): string | null
  lastNameNumber(order: { session: string; base: string }): number
  nameTaken(order: { session: string; name: string }): boolean
  clientByToken(order: { tokenHash: Uint8Array }): { id: string; name: string } | null
  clients(order: null): Client[]
  bytes(order: { blob: number; start: number; end: number }): Uint8Array
  chars(order: { content: Content; start: number; end: number }): TextSlice
  lines(order: { content: Content; start: number; end: number; maxChars: number }): LineSlice
  storedBytes(order: null): number
  /** Those of some contents, by hash, that are stored. */
  knownHashes(order: { hashes: readonly string[] }): string[]
  prunePlan(order: PruneOrder): PruneUnit[]
  /** How much there is of everything. */
  contents(order: null): Contents
}

/** What a wipe removes, counted. */
export type Contents = Omit<WipeResult, 'bytesBefore' | 'bytesAfter'>

export type KeeperMethods = {
  /** Writes the database anew without its free pages, and empties the log; false while others keep it from that. */
  shrink(order: null): boolean
  /** Moves finished pages of the log into the database; says how many are left. */
  checkpoint(order: null): number
}
