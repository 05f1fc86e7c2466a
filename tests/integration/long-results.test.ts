import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectMcp } from './mcp-caller.ts'
import { createDaemon, type RunningDaemon } from './running-daemon.ts'

const RUDE = join(import.meta.dirname, '../fixtures/upstreams/rude.mjs')
const rude = { command: process.execPath, args: [RUDE] }
const LINE = 'größe "漢字" 🧊 \\ of a result that goes on\n'
/** 15 MB: long enough to be kept in pieces from the pipe to the store. */
const TIMES = 300_000
const LONG = LINE.repeat(TIMES)

let daemon: RunningDaemon & AsyncDisposable
beforeAll(async () => {
  daemon = await createDaemon({
    mcpServers: { rude, plain: rude, guarded: rude },
    policy: { tools: { 'plain.*': { action: 'inline' } } },
    redaction: { rules: [{ name: 'ice', pattern: '🧊', tools: 'guarded.*' }] },
  })
})
afterAll(() => daemon[Symbol.asyncDispose]())

const hashOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

async function stored(id: string | null): Promise<Buffer> {
  const response = await daemon.fetch(`/api/v1/entries/${id}/content`)
  return Buffer.from(await response.arrayBuffer())
}

test.each([{}, { structured: true }])(
  'A1: a very long text is stored byte for byte, alone or beside its structured twin: %j',
  async (shape) => {
    await using agent = await connectMcp(daemon.url, daemon.token)
    const { entry, text } = await agent.call('rude__long', { times: TIMES, ...shape })
    expect(hashOf(await stored(entry))).toBe(hashOf(LONG))
    expect(text).toContain(String(entry))
    const found = await daemon.api.getEntry({ id: entry ?? '' })
    const bytes = Buffer.byteLength(LONG)
    expect(found).toMatchObject({ bytes, lines: TIMES, encoding: 'utf-8', server: 'rude' })
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
  expect(isError).toBe(true)
  expect(hashOf(await stored(entry))).toBe(hashOf(LONG))
})

test('N7: a very long text is redacted before it is stored', async () => {
  await using agent = await connectMcp(daemon.url, daemon.token)
  const { entry } = await agent.call('guarded__long', { times: TIMES })
  const text = (await stored(entry)).toString()
  expect([text.includes('🧊'), text.split('\n').length]).toEqual([false, TIMES + 1])
})
