import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ECHO_COMMAND } from './echo.ts'

/** The gateways that we are measured beside, at the versions of `bench/peers/package-lock.json`. */
const PINNED = resolve(import.meta.dirname, '../peers')
const READY_MS = 60_000

/** They are 200 packages that nothing else needs, so they go into a temporary folder, which later runs find again. */
export async function installPeers(): Promise<string> {
  const lock = await readFile(join(PINNED, 'package-lock.json'))
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 12)
  const home = join(tmpdir(), `spillway-bench-peers-${version}`)
  if (await exists(home)) return home
  const fresh = await mkdtemp(join(tmpdir(), 'spillway-bench-peers-new-'))
  await cp(PINNED, fresh, { recursive: true })
  const npm = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], {
    cwd: fresh,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(npm, 'close')) as [number | null]
  if (code !== 0) throw new Error(`the peers could not be installed: npm ci ended with ${code}`)
  await rename(fresh, home)
  return home
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

export interface HttpPeer extends AsyncDisposable {
  readonly url: string
  readonly pid: number
}

/** mcp-hub, which speaks MCP over HTTP with SSE, the transport before Streamable HTTP; the tool is `echo__echo`. */
export async function startMcpHub(peers: string): Promise<HttpPeer> {
  const folder = await mkdtemp(join(tmpdir(), 'spillway-bench-hub-'))
  const config = join(folder, 'servers.json')
  await writeFile(config, JSON.stringify({ mcpServers: { echo: ECHO_COMMAND } }))
  const port = await freePort()
  // It keeps logs and a cache in the user's folders otherwise.
  const env = {
    ...process.env,
    HOME: folder,
    XDG_STATE_HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  }
  const child = start(peers, 'mcp-hub/dist/cli.js', ['--port', String(port), '--config', config], env)
  const url = `http://127.0.0.1:${port}`
  await untilReady(child, async () => {
    const health = (await (await fetch(`${url}/api/health`)).json()) as { servers?: { status?: string }[] }
    return health.servers?.[0]?.status === 'connected'
  })
  return {
    url,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      await end(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** supergateway with sessions: without, it starts the server anew for each call. The tool is `echo`. */
export async function startSupergateway(peers: string): Promise<HttpPeer> {
  const port = await freePort()
  const { command, args } = ECHO_COMMAND
  const child = start(peers, 'supergateway/dist/index.js', [
    '--stdio',
    [command, ...args].join(' '),
    '--outputTransport',
    'streamableHttp',
    '--stateful',
    '--port',
    String(port),
    '--logLevel',
    'none',
    '--healthEndpoint',
    '/healthz',
  ])
  const url = `http://127.0.0.1:${port}`
  await untilReady(child, async () => (await fetch(`${url}/healthz`)).ok)
  return { url, pid: child.pid ?? 0, [Symbol.asyncDispose]: () => end(child) }
}

/** modular-mcp, over stdio only; it has one tool, `call-modular-tool`, that calls the others. */
export async function modularMcp(
  peers: string,
): Promise<{ command: string; args: string[] } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'spillway-bench-modular-'))
  const config = join(folder, 'servers.json')
  const echo = { type: 'stdio', description: 'echo', env: {}, ...ECHO_COMMAND }
  await writeFile(config, JSON.stringify({ mcpServers: { echo } }))
  return {
    command: process.execPath,
    args: [join(peers, 'node_modules/@kimuson/modular-mcp/dist/index.js'), config],
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

function start(peers: string, program: string, args: string[], env = process.env): ChildProcess {
  const script = join(peers, 'node_modules', program)
  return spawn(process.execPath, [script, ...args], { env, stdio: 'ignore' })
}

async function untilReady(child: ChildProcess, ready: () => Promise<boolean>): Promise<void> {
  for (const until = performance.now() + READY_MS; performance.now() < until; await sleep(100)) {
    if (child.exitCode !== null) throw new Error(`a peer ended with ${child.exitCode}`)
    // Nothing listens yet.
    if (await ready().catch(() => false)) return
  }
  throw new Error('a peer was not ready in time')
}

async function end(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  child.kill()
  await closed
}

/** They take a number only; the gap between this and their start is short enough for a benchmark. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
