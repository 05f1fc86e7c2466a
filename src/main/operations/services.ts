import type { Config } from '../../shared/config.ts'
import type { OfferedTool, UpstreamStatus } from '../../shared/contract/gateway.ts'
import type { OperationArgs, OperationOutput } from '../../shared/contract.ts'
import type { ReplayReport, ServedReplay } from '../../shared/contract/replay-server.ts'
import type { DemoState } from '../../shared/contract/demo.ts'
import type { Bus } from '../bus/bus.ts'
import type { SessionBook } from '../recording/session-book.ts'
import type { TokenCounter } from '../recording/tokens/counter.ts'
import type { Ingest } from '../store/ingest/ingest.ts'
import type { Queries } from '../store/query/queries.ts'
import type { Search } from '../store/search/search.ts'
import type { Words } from '../store/words/words.ts'
import type { Simulator } from '../store/simulate/simulator.ts'
import type { Redactor } from '../store/redaction/redactor.ts'
import type { Store } from '../store/store.ts'
import type { KnownClients } from './known-clients.ts'
import type { Confirmations } from './confirmations.ts'
import type { Retention } from './retention.ts'
import type { Transfers } from './share/transfers.ts'
import type { Viewing } from './share/viewing.ts'
import type { Summaries } from './summaries/summaries.ts'

/** Told of what went wrong where no caller can be. */
export interface Log {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** On whose behalf an upstream is asked where nobody is there to answer it. */
export interface UpstreamScope {
  readonly session: string
  readonly shared: boolean
  readonly cwd: string | null
  readonly forward: null
}

/** The gateway as operations see it. */
export interface UpstreamControl {
  /** @returns whose login it was @throws SpillwayError `not_found`, `upstream_failed` */
  finishLogin(query: URLSearchParams): Promise<string>
  status(): UpstreamStatus[]
  /** @throws SpillwayError `not_found` */
  restart(name: string): Promise<UpstreamStatus>
  /** Each with its definition as JSON; null before the first list. @throws SpillwayError `not_found` */
  tools(name: string): (Omit<OfferedTool, 'tokens'> & { readonly definition: string })[] | null
  /** A tool as its server last listed it; null where it did not. */
  definition(of: { readonly server: string; readonly tool: string }): Record<string, unknown> | null
  /** Asks a server for its tools. @throws SpillwayError `not_found` */
  listTools(scope: UpstreamScope, server: string): Promise<unknown>
  /** The raw result. @throws RpcError with the server's own code and data; SpillwayError where it cannot be reached */
  callTool(
    scope: UpstreamScope,
    server: string,
    tool: string,
    params: Record<string, unknown>,
  ): Promise<Record<string, unknown>>
  /** The end of what it wrote to stderr. @throws SpillwayError `not_found` */
  stderr(name: string): string
}

/** The configuration file as operations see it. */
export interface SettingsControl {
  current(): OperationOutput<'getConfig'>
  /** @throws SpillwayError `invalid_input` saying where it is wrong; nothing is written then */
  replace(config: Record<string, unknown>): Promise<OperationOutput<'putConfig'>>
  /**
   * Changes single values and leaves the rest of the file as the person wrote it, comments too.
   * @throws SpillwayError `conflict` where the file is wrong now, `invalid_input` where it would be then
   */
  edit(changes: readonly ConfigChange[]): void
  /** @throws SpillwayError `conflict` where the file is not `was` any more, `invalid_input` saying where the text is wrong */
  rewrite(text: string, was: string): void
}

/** `undefined` takes the key out. */
export interface ConfigChange {
  readonly path: readonly string[]
  readonly value: unknown
}

/** What lies beside the database and tells of what was stored: copies of it, and logs. */
export interface LeftoverControl {
  /** Bytes of the database and of all that, on disk. */
  size(): number
  remove(): void
}

/** The configuration files of MCP clients as operations see them. */
export interface ConnectControl {
  list(): Promise<OperationOutput<'listConnectable'>['items']>
  /** @returns the file @throws SpillwayError `not_found`, `conflict` where the change is not the one that was shown */
  connect(client: string, plan: string): Promise<string>
  /** The servers that clients have, and those of a project's folder. */
  importable(folder: string | undefined): Promise<OperationOutput<'listImportable'>>
  /** What importing them would change. @throws SpillwayError `not_found`, `conflict`, `invalid_input` */
  planImport(wanted: OperationArgs<'planImport'>): Promise<OperationOutput<'planImport'>>
  /** Makes that change. @throws SpillwayError `conflict` where it is not the one that was shown */
  importServers(wanted: OperationArgs<'importServers'>): Promise<OperationOutput<'importServers'>>
}

/** The scripted agent as operations see it. */
export interface DemoControl {
  state(): DemoState
  /** @throws SpillwayError `conflict` while one plays, `unavailable` where it cannot be played here */
  play(options: { readonly fast: boolean }): DemoState
  /** Resolves once it has gone. */
  stop(): Promise<DemoState>
}

/** Recordings that are served as MCP endpoints, as operations see them. */
export interface ReplayControl {
  /** @throws SpillwayError `invalid_input`, `not_found` */
  start(caller: Caller, order: OperationArgs<'startReplay'>): Promise<ReplayReport>
  list(caller: Caller): ServedReplay[]
  /** @throws SpillwayError `not_found` */
  report(caller: Caller, id: string): ReplayReport
  /** @throws SpillwayError `not_found` */
  stop(caller: Caller, id: string): Promise<ReplayReport>
}

/** Single-use login codes as operations see them. */
export interface LoginControl {
  issue(): OperationOutput<'createLoginCode'>
}

/** What every operation may use. Made once, by the daemon's composition root. */
export interface Services {
  readonly store: Store
  readonly ingest: Ingest
  readonly redactor: Redactor
  readonly search: Search
  readonly queries: Queries
  readonly words: Words
  readonly tokens: TokenCounter
  readonly bus: Bus
  readonly sessions: SessionBook
  readonly clients: KnownClients
  readonly confirmations: Confirmations
  readonly retention: Retention
  readonly summaries: Summaries
  readonly transfers: Transfers
  /** The recording that is open read-only here; null in a daemon that works. */
  readonly viewing: Viewing | null
  readonly log: Log
  readonly version: string
  readonly upstreams: UpstreamControl
  readonly settings: SettingsControl
  readonly logins: LoginControl
  readonly connections: ConnectControl
  readonly demo: DemoControl
  readonly leftovers: LeftoverControl
  readonly replays: ReplayControl
  readonly simulator: Simulator
  /** Where this daemon is reached from here, without a slash at its end. */
  readonly url: () => string
  /** The configuration in force. */
  readonly config: () => Config
  readonly now: () => number
}

/** The request that an operation answers. */
export interface Asked {
  /** Ends when whoever asked went away. */
  readonly signal: AbortSignal
}

/** Who asks. */
export interface Caller {
  /** A client's id; '' is the admin. */
  readonly client: string
  readonly clientName: string
  /** The session that the caller named, by id or by a name of its own. */
  readonly session: string | null
  readonly projectPath: string | null
  /** A person looks through the app: such a read is not counted as an agent's. */
  readonly viewing: boolean
}

/** The client id of whoever holds the admin token. */
export const ADMIN = ''

export const isAdmin = (caller: Pick<Caller, 'client'>): boolean => caller.client === ADMIN

/** Whose rows a caller may see: null is everyone's. */
export const visibleTo = (caller: Caller): string | null => (isAdmin(caller) ? null : caller.client)
