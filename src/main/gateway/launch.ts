import { existsSync } from 'node:fs'
import type { HttpUpstreamConfig, StdioUpstreamConfig, UpstreamConfig } from '../../shared/config.ts'
import { ConnectionClosed } from '../rpc/message.ts'
import type { Transport } from '../rpc/transport.ts'
import { Connection } from './connection.ts'
import type { ConnectionOptions } from './connection.ts'
import { DiedOfProbe } from './handshake.ts'
import { HttpTransport } from './http.ts'
import { HttpError } from './http-errors.ts'
import type { Login } from './oauth/login.ts'
import type { RingLog } from './ring-log.ts'
import type { CallScope, ListKind } from './scope.ts'
import { StdioTransport } from './stdio.ts'

export interface LaunchOptions extends Omit<ConnectionOptions, 'transport'> {
  /** For an HTTP server that asks for one. */
  login: Login | null
  stderr: RingLog
}

export interface LaunchHooks {
  listChanged(list: ListKind): void
  /** The connection ended, and why in words; not called for one that never came to be. */
  closed(reason: string): void
}

export const isStdio = (config: UpstreamConfig): config is StdioUpstreamConfig => 'command' in config

/**
 * Starts or reaches a configured server and greets it.
 * @throws an Error whose message says in a sentence what went wrong, with the server's own last words
 */
export async function launch(
  config: UpstreamConfig,
  scope: CallScope,
  options: LaunchOptions,
  hooks: LaunchHooks,
): Promise<Connection> {
  const transport = isStdio(config) ? stdioTransport(config, scope, options) : httpTransport(config, options)
  const kind = isStdio(config) ? 'stdio' : 'http'
  let opened = false
  const closed = () => {
    if (!opened) return
    hooks.closed(explain(new ConnectionClosed(), transport, options.stderr))
    // A process that died may have left others behind.
    transport.close().catch((error: unknown) => options.log.warn({ err: error }, 'upstream was not closed'))
  }
  const connectionHooks = { listChanged: (list: ListKind) => hooks.listChanged(list), closed }
  try {
    const connection = await Connection.open(
      transport,
      scope,
      { ...options, transport: kind },
      connectionHooks,
    )
    opened = true
    return connection
  } catch (error) {
    options.signal.throwIfAborted()
    if (error instanceof DiedOfProbe) return launch(config, scope, { ...options, knownEra: 'legacy' }, hooks)
    throw new Error(explain(error, transport, options.stderr), { cause: error })
  }
}

function stdioTransport(
  config: StdioUpstreamConfig,
  scope: CallScope,
  options: LaunchOptions,
): StdioTransport {
  const { command, args, env } = config
  const { log, stderr, shared } = options
  // A shared one serves many projects: whoever came first must not choose the folder for all. A client that says over HTTP where it
  // works may be in a container.
  const cwd = config.cwd ?? (shared || scope.cwd === null || !existsSync(scope.cwd) ? null : scope.cwd)
  return new StdioTransport({ command, args, env, cwd, log, stderr })
}

const httpTransport = ({ url, headers }: HttpUpstreamConfig, { login }: LaunchOptions) =>
  new HttpTransport({ url, headers, login })

/** Why a connection failed or ended, in words. */
function explain(error: unknown, transport: Transport, stderr: RingLog): string {
  const ending = transport instanceof StdioTransport ? transport.ending() : null
  const lastLine = stderr.lastLine()
  if (ending !== null) return lastLine === null ? ending : `${ending}: ${lastLine}`
  if (error instanceof HttpError && error.status === 401)
    return 'the server asks for authorization (status 401)'
  return error instanceof Error ? error.message : String(error)
}
