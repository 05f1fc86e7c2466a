import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'

const ECHO_SERVER = join(import.meta.dirname, 'echo-server.ts')

/** The echo server as clients configure it, and as Spillway's upstream. */
export const ECHO_COMMAND = { command: process.execPath, args: [ECHO_SERVER, 'stdio'] }

export interface EchoOverHttp extends AsyncDisposable {
  readonly url: string
  readonly pid: number
}

/** The same server over Streamable HTTP, in a process of its own. */
export const startEchoOverHttp = (): Promise<EchoOverHttp> => startServer([ECHO_SERVER, 'http'])

/** The stdio server behind a proxy that does nothing but carry messages; it speaks 2025-11-25 only. */
export const startBareProxy = (): Promise<EchoOverHttp> =>
  startServer([join(import.meta.dirname, 'bare-proxy.ts')])

const BARE_BRIDGE = join(import.meta.dirname, 'bare-bridge.ts')

/** What the bare bridges of clients carry their bytes to. */
export const startBareBridge = (): Promise<EchoOverHttp> => startServer([BARE_BRIDGE, 'serve'])

/** What a client starts for one. */
export const bareBridgeTo = (url: string) => ({ command: process.execPath, args: [BARE_BRIDGE, url] })

/** A program of the rig that prints its URL. */
export async function startServer(args: string[]): Promise<EchoOverHttp> {
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  if (!child.stdout) throw new Error('no pipe')
  const { value: url } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()
  if (typeof url !== 'string') throw new Error('a server ended before it was ready')
  return {
    url,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill()
      await once(child, 'close')
    },
  }
}

export const REVISIONS = ['2025-11-25', '2026-07-28'] as const
export type Revision = (typeof REVISIONS)[number]

/** The official client, connected in exactly this revision; in an older one too where `orOlder`. */
export async function connect(transport: Transport, revision: Revision, orOlder = false): Promise<Client> {
  const options = revision === '2026-07-28' ? { versionNegotiation: { mode: 'auto' as const } } : {}
  const client = new Client({ name: 'bench', version: '1' }, options)
  await client.connect(transport)
  const negotiated = client.getNegotiatedProtocolVersion()
  if (negotiated !== revision && !orOlder) throw new Error(`wanted ${revision}, got ${negotiated}`)
  return client
}

export const overHttp = (url: string, token?: string): Transport =>
  new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
  })

/** Calls `echo` and makes sure of the answer; `args` where it is called by way of another tool. */
export async function callEcho(
  client: Client,
  name: string,
  text: string,
  args: Record<string, unknown> = { text },
): Promise<void> {
  const { content } = await client.callTool({ name, arguments: args })
  const [block] = content
  if (block?.type !== 'text' || block.text !== text)
    throw new Error(`not the echo: ${JSON.stringify(content)}`)
}
