import { ProtocolError, type RequestOptions, type Server } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { isWanted } from '../gateway/log-levels.ts'
import type { CallScope, PeerForward } from '../gateway/scope.ts'
import { ConnectionClosed, ErrorCode, isObject, type Params, RpcError } from '../rpc/message.ts'
import type { Exchange } from './answer.ts'
import { TaskTable } from './task-table.ts'

/** A person may be asked; the server that asks has its own patience. */
const ANSWER_MS = 60 * 60_000

/** Answers pass as they are. */
const anything = z.looseObject({})

/** What a client must have said it can do, by the request that needs it. */
const CAPABILITY: Readonly<Record<string, string>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
}

/** @throws RpcError where the client never said that it answers such requests */
export function assertAnswers(capabilities: Readonly<Record<string, unknown>>, method: string): void {
  const needed = CAPABILITY[method]
  if (needed !== undefined && !isObject(capabilities[needed]))
    throw new RpcError(ErrorCode.methodNotFound, `The client does not answer ${method}.`)
}

type Send = (
  asked: { method: string; params?: Params },
  schema: typeof anything,
  options: RequestOptions,
) => Promise<unknown>

/** Asks a client by way of the SDK; its error keeps its code and data. */
export const askThrough =
  (send: Send): PeerForward['request'] =>
  async (method, params, signal) => {
    try {
      return await send({ method, ...(params && { params }) }, anything, { signal, timeout: ANSWER_MS })
    } catch (error) {
      if (error instanceof ProtocolError) throw new RpcError(error.code, error.message, error.data)
      throw error
    }
  }

/** The client at the other end of a connection: what upstreams ask and tell goes to it as it came. */
export class ClientLink implements PeerForward {
  #server: Server | null = null
  readonly #underWay = new Set<Exchange>()
  #logLevel: string | null = null
  /** Its calls that go on in the background. */
  readonly tasks = new TaskTable()

  /** The server that speaks with the client; a connection that changes its revision gets another one. */
  attach(server: Server): void {
    this.#server = server
  }

  /** For the upstreams that are asked on its behalf: the way back, who it is, and what it can do. */
  get scope(): Partial<CallScope> {
    const clientInfo = this.#server?.getClientVersion()
    return {
      forward: this,
      clientCapabilities: this.#capabilities,
      logLevel: this.#logLevel,
      ...(clientInfo && { clientInfo: { ...clientInfo } }),
    }
  }

  /** Whether it said that it answers such requests. */
  answers(method: string): boolean {
    return isObject(this.#capabilities[CAPABILITY[method] ?? ''])
  }

  /** `logging/setLevel`, which only the revision with sessions has. */
  setLogLevel(level: string): void {
    this.#logLevel = level
  }

  /** A request of the client is being answered: what concerns it goes on its stream. @returns to be called when it was */
  begin(exchange: Exchange): () => void {
    this.#underWay.add(exchange)
    return () => this.#underWay.delete(exchange)
  }

  async request(method: string, params: Params | undefined, signal: AbortSignal): Promise<unknown> {
    assertAnswers(this.#capabilities, method)
    const server = this.#server
    if (!server) throw new ConnectionClosed()
    // Not every client listens outside of its own requests.
    const ask = this.#latest?.ask ?? askThrough((...asked) => server.request(...asked))
    return ask(method, params, signal)
  }

  notify(method: string, params: Params | undefined): void {
    const level = this.#logLevel
    const isLog = method === 'notifications/message'
    if (isLog && level !== null && !isWanted(params?.['level'], level)) return
    if (isLog && this.#latest) return this.#latest.notify(method, params ?? {})
    // A client that has gone away is told nothing.
    this.#server?.notification({ method, ...(params && { params }) }).catch(() => undefined)
  }

  get #latest(): Exchange | undefined {
    return [...this.#underWay].at(-1)
  }

  get #capabilities(): Record<string, unknown> {
    return { ...this.#server?.getClientCapabilities() }
  }
}
