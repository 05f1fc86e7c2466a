import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { claimedVersion } from '../../gateway/modern.ts'
import { isObject } from '../../rpc/message.ts'
import type { Caller } from '../../operations/services.ts'
import { serveBridge } from '../bridge.ts'
import type { McpParts } from '../connection.ts'
import { McpHttp } from '../http.ts'
import { OpenServers } from '../listeners.ts'
import { ParkedCalls } from '../parked-calls.ts'
import { type McpRequest, sessionInMeta } from '../request.ts'
import { replayedCall } from './call.ts'
import { recordedSide } from './recorded-side.ts'
import type { Replay } from './replay.ts'

/** The MCP endpoint of one replay: the same server as for live traffic, with a recording in the place of the servers. */
export class ReplayEndpoint {
  readonly replay: Replay
  readonly #parts: McpParts
  readonly #open = new OpenServers()
  readonly #http: McpHttp
  /** A client of the stateless revision that names no session begins a new run when it connects, which is when it asks who is there. */
  #namelessRuns = 1

  constructor(replay: Replay, live: McpParts) {
    this.replay = replay
    this.#parts = {
      services: live.services,
      gateway: recordedSide(replay.options.recording.tools),
      parked: new ParkedCalls(),
      methods: new Map([['tools/call', replayedCall(replay, live)]]),
    }
    this.#http = new McpHttp(this.#parts, this.#open)
  }

  answerPlainly(asked: McpRequest, outgoing: ServerResponse): Promise<boolean> {
    return this.#http.answerPlainly(this.#placed(asked), outgoing)
  }

  respond(asked: McpRequest, request: Request): Promise<Response> {
    return this.#http.respond(this.#placed(asked), request)
  }

  /** Serves a process that carries a client's stdio. */
  serveBridge(socket: Duplex, caller: Caller): void {
    serveBridge(this.#parts, this.#open, socket, this.#own(caller), { only: null, folder: null })
  }

  async close(): Promise<void> {
    await this.#http.close()
  }

  /** A request with the session that its run is in, where it does not say so itself. */
  #placed(asked: McpRequest): McpRequest {
    const caller = this.#own(asked.caller)
    const { headers, body } = asked
    const method = isObject(body) ? body['method'] : undefined
    // The revision with sessions begins one for each client.
    if (method === 'initialize' || headers['mcp-session-id'] !== undefined) return { ...asked, caller }
    const params = isObject(body) && isObject(body['params']) ? body['params'] : {}
    const named = caller.session ?? sessionInMeta(body)
    if (method === 'server/discover' && named === null && claimedVersion(params) !== null)
      this.#namelessRuns++
    const session = named ?? `${this.replay.options.id} run ${this.#namelessRuns}`
    return { ...asked, caller: { ...caller, session } }
  }

  /** Its sessions have a project of their own: what a run notes down for its project is not meant for a real one. */
  #own(caller: Caller): Caller {
    const { owner, id } = this.replay.options
    return { ...caller, client: owner.client, projectPath: `replay ${id}` }
  }
}
