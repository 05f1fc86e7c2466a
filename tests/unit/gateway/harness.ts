import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { upstreamConfig } from '../../../src/shared/config.ts'
import type { UpstreamStatus } from '../../../src/shared/contract/gateway.ts'
import { Gateway } from '../../../src/main/gateway/gateway.ts'
import type { GatewayOptions } from '../../../src/main/gateway/gateway.ts'
import type { CallScope } from '../../../src/main/gateway/scope.ts'
import { memoryLog } from './logs.ts'

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/upstreams/${name}`, import.meta.url))
const installed = (name: string) => fileURLToPath(new URL(`../../../node_modules/${name}`, import.meta.url))
const node = (script: string, ...args: string[]) => ({ command: process.execPath, args: [script, ...args] })

export const RAW = fixture('raw.mjs')
export const raw = (...flags: string[]) => node(RAW, ...flags)
export const sdk = (...flags: string[]) => node(fixture('sdk.mjs'), 'stdio', ...flags)
export const everything = () =>
  node(installed('@modelcontextprotocol/server-everything/dist/index.js'), 'stdio')
export const filesystem = (folder: string) =>
  node(installed('@modelcontextprotocol/server-filesystem/dist/index.js'), folder)

/** A gateway in front of `servers`, which ends with the test. */
export async function gatewayTo(servers: Record<string, object>, limits?: GatewayOptions['limits']) {
  const states: UpstreamStatus[] = []
  const changed: string[] = []
  const log = memoryLog()
  const gateway = new Gateway({
    log,
    onState: (status) => states.push(status),
    onListChanged: (server, list) => {
      if (list === 'tools') changed.push(server)
    },
    limits,
  })
  onTestFinished(() => gateway.close())
  const configure = (wanted: Record<string, object>) =>
    gateway.configure(
      Object.fromEntries(
        Object.entries(wanted).map(([name, config]) => [name, upstreamConfig.parse(config)]),
      ),
    )
  await configure(servers)
  changed.length = 0
  return { gateway, configure, states, changed, log }
}

let sessions = 0
export function scope(part: Partial<CallScope> = {}): CallScope {
  return { session: `s_${++sessions}`, shared: false, cwd: null, forward: null, ...part }
}

export function textOf(result: Record<string, unknown>): string {
  const [block] = result['content'] as { text: string }[]
  return block?.text ?? ''
}

export async function until(holds: () => boolean, what: string): Promise<void> {
  for (const deadline = Date.now() + 10_000; !holds(); await sleep(10))
    if (Date.now() > deadline) throw new Error(`not within 10 s: ${what}`)
}

/** The URL of the SDK fixture over HTTP. */
export async function sdkOverHttp(...flags: string[]): Promise<string> {
  const child = spawn(process.execPath, [fixture('sdk.mjs'), 'http', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return line.toString().trim()
}

/** The URL of server-everything over Streamable HTTP, with sessions. */
export async function everythingOverHttp(): Promise<string> {
  const port = await freePort()
  const script = installed('@modelcontextprotocol/server-everything/dist/index.js')
  const child = spawn(process.execPath, [script, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await until(() => said.includes('listening'), 'server-everything listens')
  return `http://127.0.0.1:${port}/mcp`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
