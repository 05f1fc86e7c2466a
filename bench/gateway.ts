import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Client, SSEClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

import { startDaemon } from './rig/daemon.ts'
import {
  bareBridgeTo,
  callEcho,
  connect,
  ECHO_COMMAND,
  overHttp,
  REVISIONS,
  type Revision,
  startBareBridge,
  startBareProxy,
  startEchoOverHttp,
} from './rig/echo.ts'
import { HttpLoad } from './rig/http-load.ts'
import { installPeers, modularMcp, startMcpHub, startSupergateway } from './rig/peers.ts'
import { builtProgram } from './rig/program.ts'
import { processorMs } from './rig/processor.ts'
import { RawMcp } from './rig/raw-mcp.ts'
import { atLeast, atMost, environment, report } from './rig/report.ts'
import { interleave, percentile, ratio, summarize, timed } from './rig/samples.ts'
import { SseMcp } from './rig/sse-mcp.ts'

/**
 * What a small call costs more (or less) through Spillway than on the direct way to the same tool, and than through other gateways.
 * Those speak 2025-11-25 or older only. `--record` keeps all samples in results/gateway-peers.json.
 *
 * Like is measured beside like: supergateway starts a server for each session, as Spillway does by itself; mcp-hub has one for all, as
 * Spillway has where its configuration says `shared` (and for 2026-07-28, which has no sessions, always).
 */

const TEXT =
  'a hundred characters of text, which is what a small result of an ordinary tool looks like, more or less'
/**
 * As an agent at work makes them: a few calls after one another. These processes run for days, so all are warmed up, by three thousand
 * calls one after the other: V8 goes on compiling what is used for that long, and longer where there is more code.
 */
const IN_STRETCHES = { rounds: 16, warmUp: 120, stretch: 25 }
/** As an agent that thinks between its calls makes them: each finds everything asleep. */
const ONE_BY_ONE = { rounds: 200, warmUp: 20 }
const CALLERS = 16
const STRETCH_CALLS = 640
const STRETCHES = 8
/** Ten thousand calls. */
const WARM_UP_STRETCHES = 16
const PEERS_SPEAK: Revision = '2025-11-25'

await using daemon = await startDaemon({ mcpServers: { echo: ECHO_COMMAND } })
await using shared = await startDaemon({ mcpServers: { echo: { ...ECHO_COMMAND, shared: true } } })
await using direct = await startEchoOverHttp()
await using bare = await startBareProxy()
await using bareBridge = await startBareBridge()
const bridge = { command: process.execPath, args: [builtProgram(), 'mcp', '--home', daemon.home] }

const peers = await installPeers()
await using mcpHub = await startMcpHub(peers)
await using supergateway = await startSupergateway(peers)
await using modular = await modularMcp(peers)

type Call = () => Promise<void>

/** With the official client on every way: in stretches, and one by one. */
async function latency(revision: Revision) {
  const open: Client[] = []
  const connected = async (transport: Parameters<typeof connect>[0], orOlder = false) => {
    const client = await connect(transport, revision, orOlder)
    open.push(client)
    return client
  }
  const through = async (
    transport: Parameters<typeof connect>[0],
    tool: string,
    orOlder?: boolean,
  ): Promise<Call> => {
    const client = await connected(transport, orOlder)
    return () => callEcho(client, tool, TEXT)
  }
  const throughModular = async (): Promise<Call> => {
    const client = await connected(new StdioClientTransport({ ...modular, stderr: 'ignore' }))
    return () =>
      callEcho(client, 'call-modular-tool', TEXT, { group: 'echo', name: 'echo', args: { text: TEXT } })
  }
  try {
    const ways: Record<string, Call> = {
      directStdio: await through(new StdioClientTransport(ECHO_COMMAND), 'echo'),
      directHttp: await through(overHttp(direct.url), 'echo'),
      spillwayHttp: await through(overHttp(daemon.url, daemon.token), 'echo__echo'),
      spillwayBridge: await through(new StdioClientTransport(bridge), 'echo__echo'),
      ...(revision === PEERS_SPEAK && {
        bareProxyHttp: await through(overHttp(bare.url), 'echo'),
        supergatewayHttp: await through(overHttp(supergateway.url), 'echo'),
        mcpHubSse: await through(new SSEClientTransport(new URL('/mcp', mcpHub.url)), 'echo__echo', true),
        modularBridge: await throughModular(),
        bareBridge: await through(new StdioClientTransport(bareBridgeTo(bareBridge.url)), 'echo'),
      }),
    }
    return {
      ms: await interleave(ways, IN_STRETCHES),
      oneByOneMs: await interleave(ways, ONE_BY_ONE),
    }
  } finally {
    for (const client of open) await client.close()
  }
}

/** The same from bare node:http: the official client takes longer over a call than any of the servers. */
async function bareLatency(revision: Revision) {
  using stack = new DisposableStack()
  const through = async (url: string, tool: string, token?: string): Promise<Call> => {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const caller = await new RawMcp(stack.use(new HttpLoad(url, headers)), revision).open()
    return async () => assertEcho(await caller.callTool(tool, { text: TEXT }))
  }
  // Awaited here: what it uses ends with this function.
  return await interleave<string>(
    {
      directHttp: await through(direct.url, 'echo'),
      spillwayHttp: await through(daemon.url, 'echo__echo', daemon.token),
      ...(revision === PEERS_SPEAK && {
        bareProxyHttp: await through(bare.url, 'echo'),
        supergatewayHttp: await through(supergateway.url, 'echo'),
      }),
    },
    IN_STRETCHES,
  )
}

function assertEcho(answer: string): void {
  if (answer !== TEXT) throw new Error(`not the echo: ${answer}`)
}

interface Caller {
  callTool(name: string, args: Record<string, unknown>): Promise<string>
}

/**
 * Calls a second of 16 callers at once, from bare node:http, in short stretches that take turns; and what a call costs in processor
 * time of the process that is called, without the servers behind it, which says more where the machine has other work.
 */
async function load(revision: Revision) {
  using stack = new DisposableStack()
  const callers = (url: string, headers: Record<string, string> = {}): Promise<Caller[]> => {
    const http = stack.use(new HttpLoad(url, headers))
    return openAll(() => new RawMcp(http, revision).open())
  }
  const hubCallers = (): Promise<Caller[]> => {
    const http = stack.use(new HttpLoad(mcpHub.url, {}))
    return openAll(() => stack.use(new SseMcp(http)).open(mcpHub.url))
  }
  const ways: { name: string; pid: number; tool: string; callers: Caller[] }[] = [
    {
      name: 'spillwayHttp',
      pid: daemon.pid,
      tool: 'echo__echo',
      callers: await callers(daemon.url, { authorization: `Bearer ${daemon.token}` }),
    },
    { name: 'directHttp', pid: direct.pid, tool: 'echo', callers: await callers(direct.url) },
  ]
  if (revision === PEERS_SPEAK)
    ways.push(
      {
        name: 'spillwayShared',
        pid: shared.pid,
        tool: 'echo__echo',
        callers: await callers(shared.url, { authorization: `Bearer ${shared.token}` }),
      },
      { name: 'bareProxyHttp', pid: bare.pid, tool: 'echo', callers: await callers(bare.url) },
      {
        name: 'supergatewayHttp',
        pid: supergateway.pid,
        tool: 'echo',
        callers: await callers(supergateway.url),
      },
      { name: 'mcpHubSse', pid: mcpHub.pid, tool: 'echo__echo', callers: await hubCallers() },
    )
  const rates: Record<string, number[]> = Object.fromEntries(ways.map(({ name }) => [name, []]))
  const processor: Record<string, number> = {}
  // The first stretches start the instances and warm them up.
  for (let n = -WARM_UP_STRETCHES; n < STRETCHES; n++)
    for (const way of n % 2 === 0 ? ways : ways.toReversed()) {
      const before = (await processorMs(way.pid)) ?? 0
      const rate = await stretch(way.callers, way.tool)
      if (n < 0) continue
      rates[way.name]?.push(rate)
      const used = ((await processorMs(way.pid)) ?? 0) - before
      processor[way.name] = (processor[way.name] ?? 0) + used / (STRETCHES * STRETCH_CALLS)
    }
  return { rates, processor }
}

const openAll = (open: () => Promise<Caller>) => Promise.all(Array.from({ length: CALLERS }, open))

/** @returns calls a second */
async function stretch(callers: readonly Caller[], tool: string): Promise<number> {
  let left = STRETCH_CALLS
  const lane = async (caller: Caller) => {
    for (; left > 0; left--) {
      assertEcho(await caller.callTool(tool, { text: TEXT }))
    }
  }
  return STRETCH_CALLS / ((await timed(() => Promise.all(callers.map(lane)))) / 1000)
}

type Samples = Readonly<Record<string, number[]>>

const of = (samples: Samples, name: string): number[] => {
  const found = samples[name]
  if (!found) throw new Error(`nothing was measured of ${name}`)
  return found
}

const mapValues = <From, To>(from: Readonly<Record<string, From>>, map: (value: From) => To) =>
  Object.fromEntries(Object.entries(from).map(([name, value]) => [name, map(value)]))

const summaries = (samples: Samples) => mapValues(samples, summarize)

const medians = (samples: Samples, names: readonly string[]): number[] =>
  names.map((name) => percentile(of(samples, name), 0.5))

const figures: Record<string, unknown> = {}
const samples: Record<string, unknown> = {}
const budgets = []
for (const revision of REVISIONS) {
  // The load first: its calls warm up what is measured after it.
  const { rates, processor } = await load(revision)
  const { ms, oneByOneMs } = await latency(revision)
  const bareMs = await bareLatency(revision)
  samples[revision] = { ms, oneByOneMs, bareMs, callsPerSecond: rates, processorMsPerCall: processor }
  const besideDirect = ratio(of(ms, 'spillwayHttp'), of(ms, 'directHttp'))
  const oneForAll = revision === PEERS_SPEAK ? 'spillwayShared' : 'spillwayHttp'
  const loadBesideDirect = ratio(of(rates, oneForAll), of(rates, 'directHttp'))
  figures[revision] = {
    latencyMs: summaries(ms),
    oneByOneLatencyMs: summaries(oneByOneMs),
    bareLatencyMs: summaries(bareMs),
    spillwayHttpBesideDirectHttp: besideDirect,
    oneByOneSpillwayHttpBesideDirectHttp: ratio(of(oneByOneMs, 'spillwayHttp'), of(oneByOneMs, 'directHttp')),
    ...(revision === PEERS_SPEAK && {
      bareProxyHttpBesideDirectHttp: ratio(of(ms, 'bareProxyHttp'), of(ms, 'directHttp')),
      oneByOneSpillwayBridgeBesideModular: ratio(
        of(oneByOneMs, 'spillwayBridge'),
        of(oneByOneMs, 'modularBridge'),
      ),
      bareBridgeBesideModular: ratio(of(ms, 'bareBridge'), of(ms, 'modularBridge')),
    }),
    bareSpillwayHttpBesideDirectHttp: ratio(of(bareMs, 'spillwayHttp'), of(bareMs, 'directHttp')),
    spillwayBridgeBesideDirectStdio: ratio(of(ms, 'spillwayBridge'), of(ms, 'directStdio')),
    callers: CALLERS,
    callsPerSecond: summaries(rates),
    processorMsPerCall: mapValues(processor, (value) => Number(value.toPrecision(3))),
    loadBesideDirectHttp: loadBesideDirect,
  }
  budgets.push(
    atMost(`${revision}: a call over HTTP beside the direct one, p50`, besideDirect, 0.8),
    atLeast(`${revision}: calls a second of 16 callers beside direct HTTP`, loadBesideDirect, 1),
  )
  if (revision !== PEERS_SPEAK) continue
  const httpPeers = ['supergatewayHttp', 'mcpHubSse']
  const ours = percentile(of(ms, 'spillwayHttp'), 0.5)
  budgets.push(
    atMost(
      'a call over HTTP beside the fastest HTTP peer, p50',
      quotient(ours, Math.min(...medians(ms, httpPeers))),
      1,
    ),
    atMost(
      'a call over the stdio bridge beside modular-mcp, p50',
      ratio(of(ms, 'spillwayBridge'), of(ms, 'modularBridge')),
      1.5,
    ),
    atLeast(
      'calls a second of 16 callers beside supergateway, a server for each session',
      ratio(of(rates, 'spillwayHttp'), of(rates, 'supergatewayHttp')),
      2,
    ),
    atLeast(
      'calls a second of 16 callers beside mcp-hub, one server for all',
      ratio(of(rates, 'spillwayShared'), of(rates, 'mcpHubSse')),
      2,
    ),
  )
}

function quotient(value: number, beside: number): number {
  return Number((value / beside).toPrecision(3))
}

report({ benchmark: 'gateway', figures, budgets })
if (process.argv.includes('--record')) {
  const folder = join(import.meta.dirname, 'results')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'gateway-peers.json'), recordOf(samples))
}

/** One line for each list of samples, so that a diff shows what was measured anew. */
function recordOf(all: Record<string, unknown>): string {
  const lists: string[] = []
  const spelled = JSON.stringify(
    { environment: environment(), samples: all },
    (_key, value: unknown) => {
      if (!Array.isArray(value) || typeof value[0] !== 'number') return value
      return `list ${lists.push(`[${(value as number[]).map((n) => Number(n.toPrecision(4))).join(', ')}]`) - 1}`
    },
    2,
  )
  return `${spelled.replace(/"list (\d+)"/g, (_whole, at: string) => lists[Number(at)] ?? '')}\n`
}
