import { isWanted } from '../gateway/log-levels.ts'
import { META_KEY } from '../gateway/modern.ts'
import type { CallOptions, CallScope, PeerForward } from '../gateway/scope.ts'
import { ErrorCode, isObject, type Params, RpcError } from '../rpc/message.ts'
import { type Exchange, progressTo } from './answer.ts'
import { assertAnswers } from './client-link.ts'

/** How long a client may take to answer. */
const PATIENCE_MS = 10 * 60_000
/** Requests of this revision that may be answered with a question. */
const MAY_ASK: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read'])

/** Does a request on behalf of a client that may be asked meanwhile. */
export type Work = (client: Partial<CallScope>, options: CallOptions) => Promise<Record<string, unknown>>

/** The first round of a request of a 2026-07-28 client. */
export interface ModernRequest {
  /** Whose token it came with. */
  readonly client: string
  readonly method: string
  readonly params: Params
  /** For notices that belong to no request. */
  readonly link: PeerForward
}

/** A call that was put under a state. */
interface Parked {
  /** By which the client finds it again. */
  readonly state: string
  readonly forget: () => void
}

/** Keeps a call until its client comes back. */
type Park = () => Parked

interface Ask {
  readonly request: { readonly method: string; readonly params?: Params }
  readonly answer: (value: unknown) => void
}

/** One request of a 2026-07-28 client, over as many rounds as its upstreams have questions. */
export class ParkedCall implements PeerForward {
  readonly #method: string
  readonly #link: PeerForward
  readonly #capabilities: Record<string, unknown>
  readonly #logLevel: string | null
  readonly #abort = new AbortController()
  readonly #asks = new Map<string, Ask>()
  readonly #result: Promise<Record<string, unknown>>
  #asked = Promise.withResolvers<void>()
  #count = 0
  #over = false
  /** The round under way: where progress and messages go. */
  #exchange: Exchange | null = null
  #params: Params

  constructor({ method, params, link }: ModernRequest, work: Work) {
    this.#method = method
    this.#params = params
    this.#link = link
    const meta = isObject(params['_meta']) ? params['_meta'] : {}
    const { clientCapabilities, clientInfo, logLevel } = META_KEY
    this.#capabilities = isObject(meta[clientCapabilities]) ? meta[clientCapabilities] : {}
    this.#logLevel = typeof meta[logLevel] === 'string' ? meta[logLevel] : null
    const client = {
      forward: this,
      takesInput: true,
      clientCapabilities: this.#capabilities,
      logLevel: this.#logLevel,
      ...(isObject(meta[clientInfo]) && { clientInfo: meta[clientInfo] }),
    }
    const onProgress = progressTo(params, null) && this.#progress
    this.#result = work(client, { signal: this.#abort.signal, onProgress }).finally(() => (this.#over = true))
    // Whoever waits in the next round gets it; while nobody does, it is not unhandled.
    this.#result.catch(() => undefined)
  }

  /** The result, or what the client has to answer before there is one. */
  async next(params: Params, exchange: Exchange, park: Park): Promise<Record<string, unknown>> {
    this.#params = params
    this.#exchange = exchange
    this.#take(params['inputResponses'])
    const { signal } = exchange
    const onAbort = () => this.#abort.abort(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      return (await Promise.race([this.#result, this.#asked.promise])) ?? this.#park(park)
    } finally {
      signal.removeEventListener('abort', onAbort)
      this.#exchange = null
    }
  }

  /** Asks the client, at the end of this round; resolves in a later one. */
  async request(method: string, params: Params | undefined, signal: AbortSignal): Promise<unknown> {
    assertAnswers(this.#capabilities, method)
    if (!MAY_ASK.has(this.#method) || this.#over)
      throw new RpcError(ErrorCode.methodNotFound, `${method} is refused: the client cannot be asked now`)
    const key = `${method}#${++this.#count}`
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const onAbort = () => reject(signal.reason instanceof Error ? signal.reason : new Error('cancelled'))
    signal.addEventListener('abort', onAbort, { once: true })
    this.#asks.set(key, { request: { method, ...(params && { params }) }, answer: resolve })
    this.#asked.resolve()
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', onAbort)
      this.#asks.delete(key)
    }
  }

  notify(method: string, params: Params | undefined): void {
    if (method !== 'notifications/message') return this.#link.notify(method, params)
    // Messages are only for those who asked for them, and only while they wait.
    const isForClient = this.#logLevel !== null && isWanted(params?.['level'], this.#logLevel)
    if (isForClient) this.#exchange?.notify(method, params ?? {})
  }

  /** Leaves the call as it is until the client comes back with its answers. */
  #park(park: Park): Record<string, unknown> {
    const { state, forget } = park()
    const patience = setTimeout(() => {
      forget()
      this.#abort.abort(new Error('the client did not answer in time'))
    }, PATIENCE_MS).unref()
    this.#answered = () => clearTimeout(patience)
    const asks = [...this.#asks].map(([key, { request }]) => [key, request])
    return { resultType: 'input_required', inputRequests: Object.fromEntries(asks), requestState: state }
  }

  /** The client came back. */
  #answered = () => {}

  readonly #progress = (progress: Params) => progressTo(this.#params, this.#exchange)?.(progress)

  /** Gives the answers to those who asked; what was left open is asked again. */
  #take(answers: unknown): void {
    this.#answered()
    for (const [key, answer] of Object.entries(isObject(answers) ? answers : {})) {
      this.#asks.get(key)?.answer(answer)
      this.#asks.delete(key)
    }
    this.#asked = Promise.withResolvers()
    if (this.#asks.size > 0) this.#asked.resolve()
  }
}
