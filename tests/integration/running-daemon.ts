import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { apiClient, type ApiClient } from '../../src/main/client/api.ts'
import type { ConfigInput } from '../../src/shared/config.ts'
import { createHome, endProcess, serve, type TestHome } from './cli-process.ts'

/** A daemon in a process of its own, for as long as a test needs it. */
export interface RunningDaemon {
  readonly url: string
  readonly port: number
  readonly pid: number
  readonly token: string
  /** As the admin. */
  readonly api: ApiClient
  readonly child: ChildProcess
  /** Any request under the daemon's address, as the admin unless `token` is another (null: none). */
  fetch(path: string, init?: RequestInit & { token?: string | null }): Promise<Response>
  /** Ends it and waits until it is gone. */
  end(signal?: NodeJS.Signals): Promise<void>
}

export async function startDaemon(home: string, ...args: string[]): Promise<RunningDaemon> {
  const { child, ready } = await serve(home, ...args)
  const token = (await readFile(join(home, 'token'), 'utf8')).trim()
  return {
    url: ready.url,
    port: Number(new URL(ready.url).port),
    pid: ready.pid,
    token,
    api: apiClient({ url: ready.url, token }),
    child,
    fetch(path, { token: as = token, ...init } = {}) {
      const headers = new Headers(init.headers)
      if (as !== null) headers.set('authorization', `Bearer ${as}`)
      return fetch(new URL(path, ready.url), { ...init, headers })
    },
    async end(signal = 'SIGTERM') {
      const closed = once(child, 'close')
      await endProcess(ready.pid, signal)
      await closed
    },
  }
}

/** A home with a daemon in it; both are gone at the end of the scope. */
export async function createDaemon(
  config: ConfigInput = {},
): Promise<RunningDaemon & TestHome & AsyncDisposable> {
  const at = await createHome(config)
  const daemon = await startDaemon(at.home)
  return { ...daemon, home: at.home, [Symbol.asyncDispose]: () => at[Symbol.asyncDispose]() }
}

export interface RawReply {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: string
}

/** A request with headers exactly as given: `fetch` would not send a foreign Host. */
export async function rawRequest(
  port: number,
  path: string,
  headers: Record<string, string>,
  { method = 'GET', body = '' }: { method?: string; body?: string } = {},
): Promise<RawReply> {
  const request = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false })
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }
}

/** The code of an error reply. */
export async function errorCode(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: { code: string; message: string } }
  return error.code
}
