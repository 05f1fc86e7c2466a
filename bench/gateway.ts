import type { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { CLI } from '../tests/integration/cli-process.ts'
import { startDaemon } from './rig/daemon.ts'
import {
  callEcho,
  connect,
  ECHO_COMMAND,
  overHttp,
  REVISIONS,
  type Revision,
  startEchoOverHttp,
} from './rig/echo.ts'
import { HttpLoad } from './rig/http-load.ts'
import { RawMcp } from './rig/raw-mcp.ts'
import { atLeast, atMost, report } from './rig/report.ts'
import { interleave, ratio, summarize, timed } from './rig/samples.ts'

/** What a small call costs more (or less) through Spillway than on the direct way to the same tool. */

const TEXT =
  'a hundred characters of text, which is what a small result of an ordinary tool looks like, more or less'
const ROUNDS = { rounds: 400, warmUp: 80 }
const CALLERS = 16
const STRETCH_CALLS = 320
const STRETCHES = 8

await using daemon = await startDaemon({ mcpServers: { echo: ECHO_COMMAND } })
await using direct = await startEchoOverHttp()
const bridge = { command: process.execPath, args: [CLI, 'mcp', '--home', daemon.home] }

async function latency(revision: Revision) {
  const open: Client[] = []
  const through = async (transport: Parameters<typeof connect>[0], tool: string) => {
    const client = await connect(transport, revision)
    open.push(client)
    return () => callEcho(client, tool, TEXT)
  }
  try {
    const samples = await interleave(
      {
        directStdio: await through(new StdioClientTransport(ECHO_COMMAND), 'echo'),
        directHttp: await through(overHttp(direct.url), 'echo'),
        spillwayHttp: await through(overHttp(daemon.url, daemon.token), 'echo__echo'),
        spillwayBridge: await through(new StdioClientTransport(bridge), 'echo__echo'),
      },
      ROUNDS,
    )
    return {
      directStdioMs: summarize(samples.directStdio),
      directHttpMs: summarize(samples.directHttp),
      spillwayHttpMs: summarize(samples.spillwayHttp),
      spillwayBridgeMs: summarize(samples.spillwayBridge),
      spillwayHttpBesideDirectHttp: ratio(samples.spillwayHttp, samples.directHttp),
      spillwayBridgeBesideDirectStdio: ratio(samples.spillwayBridge, samples.directStdio),
    }
  } finally {
    for (const client of open) await client.close()
  }
}

/** Calls a second of 16 callers at once, from bare node:http, in short stretches that take turns. */
async function load(revision: Revision) {
  using toSpillway = new HttpLoad(daemon.url, { authorization: `Bearer ${daemon.token}` })
  using toDirect = new HttpLoad(direct.url, {})
  const callers = (http: HttpLoad) =>
    Promise.all(Array.from({ length: CALLERS }, () => new RawMcp(http, revision).open()))
  const [spillway, beside] = [await callers(toSpillway), await callers(toDirect)]
  const stretch = async (clients: RawMcp[], tool: string) => {
    let left = STRETCH_CALLS
    const lane = async (client: RawMcp) => {
      for (; left > 0; left--) {
        const answer = await client.callTool(tool, { text: TEXT })
        if (answer !== TEXT) throw new Error(`not the echo: ${answer}`)
      }
    }
    return STRETCH_CALLS / ((await timed(() => Promise.all(clients.map(lane)))) / 1000)
  }
  const ours: number[] = []
  const theirs: number[] = []
  for (let n = 0; n <= STRETCHES; n++) {
    const [through, past] = [await stretch(spillway, 'echo__echo'), await stretch(beside, 'echo')]
    // The first stretch starts the instances and warms both up.
    if (n === 0) continue
    ours.push(through)
    theirs.push(past)
  }
  return {
    callers: CALLERS,
    spillwayCallsPerSecond: summarize(ours),
    directHttpCallsPerSecond: summarize(theirs),
    ratio: ratio(ours, theirs),
  }
}

const figures: Record<string, unknown> = {}
const budgets = []
for (const revision of REVISIONS) {
  const [one, many] = [await latency(revision), await load(revision)]
  figures[revision] = { latency: one, load: many }
  budgets.push(
    atMost(`${revision}: a call over HTTP beside the direct one, p50`, one.spillwayHttpBesideDirectHttp, 0.8),
    atLeast(`${revision}: calls a second of 16 callers beside direct HTTP`, many.ratio, 1),
  )
}
report({ benchmark: 'gateway', figures, budgets })
