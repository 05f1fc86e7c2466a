import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestHome } from './cli-process.ts'
import { connectMcp } from './mcp-caller.ts'
import { createDaemon, type RunningDaemon } from './running-daemon.ts'

const RUDE = join(import.meta.dirname, '../fixtures/upstreams/rude.mjs')
const rude = { command: process.execPath, args: [RUDE] }
const LINE = 'größe "漢字" 🧊 \\ of a result that goes on\n'
/** 15 MB: long enough to be kept in pieces from the pipe to the store. */
const TIMES = 300_000
const LONG = LINE.repeat(TIMES)

const stack = new AsyncDisposableStack()
/** The same server over HTTP, for as long as the tests last. */
async function overHttp(...flags: string[]) {
  const child = spawn(process.execPath, [RUDE, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
  stack.defer(() => void child.kill())
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: line.toString().trim() }
}

let daemon: RunningDaemon & TestHome & AsyncDisposable
beforeAll(async () => {
  const [http, sse] = [await overHttp('--http'), await overHttp('--sse')]
  daemon = await createDaemon({
    mcpServers: { rude, http, sse, plain: rude, guarded: rude },
    policy: { tools: { 'plain.*': { action: 'inline' } } },
    redaction: { rules: [{ name: 'ice', pattern: '🧊', tools: 'guarded.*' }] },
  })
})
afterAll(async () => {
  await daemon[Symbol.asyncDispose]()
  await stack.disposeAsync()
})

/** How often a long text could not be stored in pieces, and went the way of any other. */
async function inOnePiece(): Promise<number> {
  const folder = join(daemon.home, 'logs')
  const logs = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  return logs.join('').split('a long text could not be stored in pieces').length - 1
}

const hashOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

async function stored(id: string | null): Promise<Buffer> {
  const response = await daemon.fetch(`/api/v1/entries/${id}/content`)
  return Buffer.from(await response.arrayBuffer())
}

test.each([
  ['rude', {}],
  ['rude', { structured: true }],
  ['http', {}],
  ['sse', {}],
  ['sse', { structured: true }],
])(
  'A1: a very long text is stored byte for byte, over stdio and HTTP, alone or beside its structured twin: %s %j',
  async (server, shape) => {
    await using agent = await connectMcp(daemon.url, daemon.token)
    const { entry, text } = await agent.call(`${server}__long`, { times: TIMES, ...shape })
    expect(hashOf(await stored(entry))).toBe(hashOf(LONG))
    expect(text).toContain(String(entry))
    const found = await daemon.api.getEntry({ id: entry ?? '' })
    const bytes = Buffer.byteLength(LONG)
    expect(found).toMatchObject({ bytes, lines: TIMES, encoding: 'utf-8', server })
    // It came to the store in pieces: what failed on that way would say so here.
    expect(await inOnePiece()).toBe(0)
    const recorded = await daemon.api.getCall({ id: found.calls[0]?.id ?? '' })
    expect(recorded).toMatchObject({ rawBytes: bytes, pruned: false, offloaded: true })
    const last = await agent.call('scratchpad_read', {
      id: entry,
      mode: 'lines',
      start: TIMES,
      end: TIMES + 1,
    })
    expect(last.text).toBe(LINE)
  },
)

test('A1: the same very long text again is a hit', async () => {
  await using agent = await connectMcp(daemon.url, daemon.token)
  await agent.call('rude__long', { times: TIMES })
  const before = await daemon.api.stats({})
  await agent.call('rude__long', { times: TIMES })
  const after = await daemon.api.stats({})
  expect([after.dedupHits - before.dedupHits, after.blobs - before.blobs]).toEqual([1, 0])
})

test('a very long text that the policy leaves inline, or that is saved under a name, arrives whole', async () => {
  await using agent = await connectMcp(daemon.url, daemon.token)
  const { text, entry } = await agent.call('plain__long', { times: TIMES })
  expect([entry, text === LONG]).toEqual([null, true])
  const named = await agent.call('rude__long', { times: TIMES, scratchpad: 'kept' })
  expect(hashOf(await stored(named.entry))).toBe(hashOf(LONG))
  const read = await agent.call('scratchpad_read', {
    id: 'kept',
    mode: 'grep',
    pattern: 'goes on$',
    count: true,
  })
  expect(read.text).toBe(String(TIMES))
})

test('a very long text as the reason of a failure is stored and stays an error', async () => {
  await using agent = await connectMcp(daemon.url, daemon.token)
  const { isError, entry } = await agent.call('rude__long', { times: TIMES, isError: true })
  expect([isError, await inOnePiece()]).toEqual([true, 0])
  expect(hashOf(await stored(entry))).toBe(hashOf(LONG))
})

test('N7: a very long text is redacted before it is stored', async () => {
  await using agent = await connectMcp(daemon.url, daemon.token)
  const { entry } = await agent.call('guarded__long', { times: TIMES })
  expect(await inOnePiece()).toBe(0)
  const { redactions, calls } = await daemon.api.getEntry({ id: entry ?? '' })
  expect(redactions).toBe(TIMES)
  expect(JSON.stringify((await daemon.api.getCall({ id: calls[0]?.id ?? '' })).result)).not.toContain('🧊')
  const text = (await stored(entry)).toString()
  expect([text.includes('🧊'), text.split('\n').length]).toEqual([false, TIMES + 1])
})
