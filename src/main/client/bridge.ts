import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { Duplex, Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { SpillwayError } from '../../shared/errors.ts'
import { HEADER } from '../../shared/names.ts'
import type { WrapOrder } from '../daemon/wrapped.ts'
import type { DaemonAddress } from './discover.ts'
import { parseJson } from './json.ts'
import { projectFolder } from './project.ts'
import { readRefusal } from './refusal.ts'

interface BridgeOptions {
  /** The folder that the client works in; its project is the nearest one upward. */
  readonly folder: string
  /** Front this upstream alone. */
  readonly server?: string
  /** Work in the session of this id or name; else in a new one. */
  readonly session?: string
  /** Speak with this replay. */
  readonly replay?: string
  /** Start this server for the bridge, and front it alone. */
  readonly wrap?: WrapOrder
}

const OPEN_TIMEOUT_MS = 10_000

/** A connection that carries newline-delimited JSON-RPC both ways, one session of its own. */
export async function openBridge(daemon: DaemonAddress, options: BridgeOptions): Promise<Duplex> {
  const headers: Record<string, string> = {
    connection: 'Upgrade',
    upgrade: 'spillway-stdio',
    authorization: `Bearer ${daemon.token}`,
    [HEADER.project]: encodeURIComponent(projectFolder(options.folder)),
    [HEADER.folder]: encodeURIComponent(options.folder),
  }
  if (options.server !== undefined) headers[HEADER.server] = options.server
  if (options.session !== undefined) headers[HEADER.session] = encodeURIComponent(options.session)
  if (options.replay !== undefined) headers[HEADER.replay] = options.replay
  if (options.wrap !== undefined) headers[HEADER.wrap] = '1'
  const asked = request(new URL('/bridge', daemon.url), { headers })
  asked.setTimeout(OPEN_TIMEOUT_MS, () => asked.destroy(new Error('it does not answer')))
  asked.end()
  return await new Promise<Duplex>((resolve, reject) => {
    asked.once('upgrade', (_, socket, head) => {
      socket.setTimeout(0)
      socket.unshift(head)
      // Neither in a header, which is limited, nor in an argument, which everybody sees.
      if (options.wrap !== undefined) socket.write(`${JSON.stringify(options.wrap)}\n`)
      resolve(socket)
    })
    asked.once('response', (response) => void refusalOf(response).then(reject, reject))
    asked.once('error', (error) => reject(lost(error.message)))
  })
}

async function refusalOf(response: IncomingMessage): Promise<SpillwayError> {
  const refusal = readRefusal(parseJson(await text(response)))
  return (
    refusal ?? new SpillwayError('internal', `The daemon refused the bridge with ${response.statusCode}.`)
  )
}

/**
 * Carries bytes between a client's stdio and the daemon. Returns once the client closed its end and every reply was
 * written; throws `unavailable` where the daemon went first.
 */
export async function runBridge(socket: Duplex, input: Readable, output: Writable): Promise<void> {
  let clientLeft = false
  input.once('end', () => (clientLeft = true))
  input.pipe(socket)
  socket.pipe(output, { end: false })
  try {
    await finished(socket, { writable: false })
  } catch (error) {
    throw lost((error as Error).message)
  } finally {
    // An open stdin would keep the process alive.
    input.destroy()
  }
  if (!clientLeft) throw lost('the daemon ended')
}

const lost = (reason: string) =>
  new SpillwayError(
    'unavailable',
    `The connection to the daemon was lost: ${reason}.`,
    'Start the client anew.',
  )
