import { spawn } from 'node:child_process'
import { HttpTransport } from '../../src/main/gateway/http.ts'
import { LineTransport } from '../../src/main/rpc/lines.ts'
import { ErrorCode, type Params, RpcError } from '../../src/main/rpc/message.ts'
import { Peer, type RequestOptions } from '../../src/main/rpc/peer.ts'
import type { Transport } from '../../src/main/rpc/transport.ts'
import { upstreamEnvironment } from '../../src/main/gateway/environment.ts'
import { HEADER } from '../../src/shared/names.ts'
import { CLI } from './cli-process.ts'

export interface Said {
  readonly method: string
  readonly params: Params | undefined
}

/** A client of the revision with sessions that sees every message as it came: what an SDK would strip shows. */
export interface RawClient extends AsyncDisposable {
  /** What the server said of itself. */
  readonly greeting: Record<string, unknown>
  readonly notices: Said[]
  readonly asked: Said[]
  request(method: string, params?: Params, options?: RequestOptions): Promise<unknown>
  notify(method: string, params?: Params): Promise<void>
}

export interface ClientOptions {
  capabilities?: Params
  /** By method; a method that is missing is refused. */
  answers?: Readonly<Record<string, (params: Params | undefined) => unknown>>
}

export async function rawClient(
  transport: Transport,
  { capabilities = {}, answers = {} }: ClientOptions = {},
): Promise<RawClient> {
  const [notices, asked]: [Said[], Said[]] = [[], []]
  const peer = new Peer(transport, {
    request: async (method, params) => {
      asked.push({ method, params })
      const answer = answers[method]
      if (method === 'ping') return {}
      if (!answer) throw new RpcError(ErrorCode.methodNotFound, 'Method not found')
      return answer(params)
    },
    notification: (method, params) => void notices.push({ method, params }),
    close: () => {},
    error: (error) => notices.push({ method: 'error', params: { error: error.message } }),
  })
  await peer.start()
  const greeting = (await peer.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities,
    clientInfo: { name: 'raw-client', version: '1' },
  })) as Record<string, unknown>
  peer.setProtocolVersion('2025-11-25')
  await peer.notify('notifications/initialized')
  return {
    greeting,
    notices,
    asked,
    request: (method, params, options) => peer.request(method, params, { timeoutMs: 30_000, ...options }),
    notify: (method, params) => peer.notify(method, params),
    [Symbol.asyncDispose]: () => peer.close(),
  }
}

/** A stdio server, with the environment that a daemon would give it. */
export function stdio(command: string, args: readonly string[], env: Record<string, string> = {}): Transport {
  const child = spawn(command, [...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...upstreamEnvironment({}), ...env },
  })
  return new LineTransport(child.stdout, child.stdin)
}

/** `spillway mcp`, as a client starts it. */
export const bridge = (home: string, ...args: string[]): Transport =>
  stdio(process.execPath, [CLI, 'mcp', '--home', home, ...args])

/** Streamable HTTP, with a session; in a project, so that the client is not asked for one. */
export const http = (url: string, path: string, token: string): Transport =>
  new HttpTransport({
    url: new URL(path, url).href,
    headers: { authorization: `Bearer ${token}`, [HEADER.project]: '/somewhere' },
  })
