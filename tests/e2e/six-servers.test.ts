import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { memoryMb, peakMemoryMb } from '../../bench/rig/memory.ts'
import { META } from '../../src/shared/names.ts'
import { createHome } from '../integration/cli-process.ts'
import { startTestDaemon, type TestDaemon } from './desktop-app.ts'
import { CHROMIUM, browserMissing } from '../browser.ts'

const root = resolve(import.meta.dirname, '../..')
const node = (script: string, ...args: string[]) => ({
  command: process.execPath,
  args: [join(root, script), ...args],
})
const raw = node('tests/fixtures/upstreams/raw.mjs', '--list-all')

const BROWSER = ['--headless', '--no-sandbox', '--isolated', '--executable-path', CHROMIUM, '--output-dir']

const LARGE_BYTES = 200_000_000
const PEAK_MB = 700
const AFTERWARDS_MB = 250
/** It may take so long to come to rest, */
const REST_SECONDS = 60
/** and for so long it must stay below: what was stored is indexed after the last call. */
const SETTLED_SECONDS = 20
const COUNTS = { fs: 45, everything: 45, memory: 35, thinking: 35, sqlite: 30, browser: 10 } as const
/** What the server that is killed has answered by then: a part of what it is asked. */
const KILL_AFTER = 8
type Server = keyof typeof COUNTS

/** A call whose answer depends on its number, so that two of them mixed up would be seen. */
interface Call {
  readonly tool: string
  readonly arguments: Record<string, unknown>
  readonly answer: string
}

const stack = new AsyncDisposableStack()
let folder: string
let daemon: TestDaemon
let client: Client

const callsOf: Readonly<Record<Server, (n: number) => Call>> = {
  fs: (n) => ({
    tool: 'fs__read_text_file',
    arguments: { path: join(folder, 'files', `${n}.txt`) },
    answer: `file ${n} says ${n * 7}`,
  }),
  everything: (n) => ({
    tool: 'everything__echo',
    arguments: { message: `message ${n}.` },
    answer: `Echo: message ${n}.`,
  }),
  memory: (n) => ({
    tool: 'memory__search_nodes',
    arguments: { query: `person-${n}-` },
    answer: `"likes the number ${n}"`,
  }),
  thinking: (n) => ({
    tool: 'thinking__sequentialthinking',
    arguments: {
      thought: `thought ${n}`,
      thoughtNumber: n + 1,
      totalThoughts: 1_000,
      nextThoughtNeeded: true,
    },
    answer: `"thoughtNumber": ${n + 1},`,
  }),
  sqlite: (n) => ({
    tool: 'sqlite__query',
    arguments: { sql: `SELECT 'square ' || (${n} * ${n}) AS answer` },
    answer: `"square ${n * n}"`,
  }),
  browser: (n) => ({
    tool: 'browser__browser_evaluate',
    arguments: { function: `() => 'sum ' + (${n} + 0.5)` },
    answer: `"sum ${n}.5"`,
  }),
}

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'spillway-six-')))
  stack.defer(() => rm(folder, { recursive: true, maxRetries: 5 }))
  await mkdir(join(folder, 'files'))
  for (let n = 0; n < COUNTS.fs; n++)
    await writeFile(join(folder, 'files', `${n}.txt`), `file ${n} says ${n * 7}`)
  const official = '@modelcontextprotocol'
  const { home } = stack.use(
    await createHome({
      mcpServers: {
        fs: node(`node_modules/${official}/server-filesystem/dist/index.js`, join(folder, 'files')),
        everything: node(`node_modules/${official}/server-everything/dist/index.js`, 'stdio'),
        memory: {
          ...node(`node_modules/${official}/server-memory/dist/index.js`),
          env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
        },
        thinking: {
          ...node(`node_modules/${official}/server-sequential-thinking/dist/index.js`),
          env: { DISABLE_THOUGHT_LOGGING: 'true' },
        },
        sqlite: {
          ...node('node_modules/mcp-server-sqlite/dist/cli.js', '--db', join(folder, 'six.db')),
          // It leaves an empty database where it starts, whatever it is told.
          cwd: folder,
        },
        browser: node('node_modules/@playwright/mcp/cli.js', ...BROWSER, join(folder, 'browser')),
        hanging: raw,
        flooding: raw,
      },
    }),
  )
  daemon = await startTestDaemon(home)
  stack.defer(() => daemon.stop())
  client = new Client({ name: 'agent', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', daemon.url), {
      requestInit: { headers: { authorization: `Bearer ${daemon.token}` } },
    }),
  )
  stack.defer(() => client.close())
})
afterAll(() => stack.disposeAsync())

const textResult = z.looseObject({
  content: z.array(z.looseObject({ text: z.string() })).min(1),
  isError: z.boolean().optional(),
  _meta: z
    .looseObject({
      [META.entry]: z.looseObject({ id: z.string(), sha256: z.string(), bytes: z.int() }).optional(),
    })
    .optional(),
})

async function callTool(name: string, args: Record<string, unknown>, options?: { signal: AbortSignal }) {
  return textResult.parse(await client.callTool({ name, arguments: args }, options))
}

/** Whether the answer is the one to this call; where it is not, what came instead. */
async function ask({ tool, arguments: args, answer }: Call): Promise<true | string> {
  const { content, isError } = await callTool(tool, args)
  const text = content.map((block) => block.text).join('\n')
  return isError !== true && text.includes(answer) ? true : text
}

async function pidOf(marker: string): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,args='])
  const [line, more] = stdout.split('\n').filter((process) => process.includes(marker))
  if (line === undefined || more !== undefined) throw new Error(`not one process with ${marker}`)
  return Number.parseInt(line, 10)
}

/** The most that the daemon held in the last seconds of a rest, which ends early once that is little enough. */
async function settledMemoryMb(): Promise<number> {
  let seen: number[] = []
  for (let seconds = 0; seconds < REST_SECONDS; seconds++) {
    await sleep(1_000)
    seen = [...seen.slice(1 - SETTLED_SECONDS), (await memoryMb(daemon.pid)) ?? 0]
    if (seen.length === SETTLED_SECONDS && Math.max(...seen) < AFTERWARDS_MB) break
  }
  return Math.max(...seen)
}

/** What the fixture's large result is made of, as its text is after JSON. */
function largeHash(): { sha256: string; bytes: number } {
  const raw = Buffer.alloc(65_536, 'large result, line after line of it.\\n').toString('latin1')
  const piece = z.string().parse(JSON.parse(`"${raw}"`))
  const pieces = Math.floor(LARGE_BYTES / 65_536)
  const rest = 'x'.repeat(LARGE_BYTES - pieces * 65_536)
  const hash = createHash('sha256')
  for (let n = 0; n < pieces; n++) hash.update(piece)
  return { sha256: hash.update(rest).digest('hex'), bytes: pieces * piece.length + rest.length }
}

describe.skipIf(browserMissing !== null)(
  `six real servers at once (${browserMissing ?? 'from the build'})`,
  () => {
    test('200 calls are answered right beside a killed, a hanging and a flooding server', async () => {
      await callTool('memory__create_entities', {
        entities: Array.from({ length: COUNTS.memory }, (_, n) => ({
          name: `person-${n}-`,
          entityType: 'person',
          observations: [`likes the number ${n}`],
        })),
      })
      const servers = Object.keys(COUNTS) as Server[]
      const warm = await Promise.all(servers.map((server) => ask(callsOf[server](0))))
      expect(warm).toEqual(servers.map(() => true))

      const hang = new AbortController()
      const hanging = callTool('hanging__hang', {}, hang)
      const flood = callTool('flooding__flood', { bytes: LARGE_BYTES })
      const large = callTool('flooding__large', { bytes: LARGE_BYTES })
      const victim = await pidOf(join(folder, 'six.db'))

      const wrong: { server: Server; n: number; got: string }[] = []
      let answered = 0
      let killedAt = Number.POSITIVE_INFINITY
      const check = async (server: Server, n: number) => {
        const got = await ask(callsOf[server](n))
        if (got !== true) wrong.push({ server, n, got })
        if (server !== 'sqlite' || ++answered !== KILL_AFTER) return
        process.kill(victim, 'SIGKILL')
        killedAt = performance.now()
      }
      const rounds = Math.max(...Object.values(COUNTS))
      const calls: Promise<void>[] = []
      for (let n = 0; n < rounds; n++)
        for (const server of servers) {
          if (n >= COUNTS[server]) continue
          calls.push(check(server, n))
        }
      expect(calls).toHaveLength(200)
      await Promise.all(calls)

      let back: true | string = 'not asked'
      while (back !== true && performance.now() - killedAt < 10_000) {
        back = await ask(callsOf.sqlite(1_000))
        if (back !== true) await sleep(50)
      }
      const backAfterMs = performance.now() - killedAt
      expect(back).toBe(true)
      expect(await pidOf(join(folder, 'six.db'))).not.toBe(victim)
      expect(backAfterMs).toBeLessThan(5_000)
      // Only what the killed server had in hand may fail, and it says so.
      expect(wrong.filter(({ server }) => server !== 'sqlite')).toEqual([])
      // By which signal is known a moment after that it has gone.
      for (const { got } of wrong)
        expect(got).toMatch(/^upstream_failed: sqlite (?:ended|was killed)|SIGKILL/)

      const stored = (await large)['_meta']?.[META.entry]
      expect(stored).toMatchObject(largeHash())
      expect((await flood).content[0]?.text).toBe('flooded')
      hang.abort(new Error('enough'))
      await expect(hanging).rejects.toThrow('enough')
      // Of the daemon's own process, as it is resident: its servers have theirs.
      expect(await peakMemoryMb(daemon.pid)).toBeLessThan(PEAK_MB)
      expect(await settledMemoryMb()).toBeLessThan(AFTERWARDS_MB)
    })
  },
)
