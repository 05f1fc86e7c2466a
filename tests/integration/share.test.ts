import { existsSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { importResult } from '../../src/shared/contract/share.ts'
import { apiClient } from '../../src/main/client/api.ts'
import { findDaemon } from '../../src/main/client/discover.ts'
import { createHome, endProcess, runCli, runJson, type TestHome } from './cli-process.ts'
import { har, otlp } from './export-formats.ts'
import { record, rowsOf, SECRET, send, wholeOf } from './recordings.ts'
import { createDaemon, errorCode, type RunningDaemon, startDaemon } from './running-daemon.ts'

let at: TestHome
let daemon: RunningDaemon
let session: string

async function exported(query: string): Promise<Buffer<ArrayBuffer>> {
  const reply = await daemon.fetch(`/api/v1/export?${query}`)
  expect(reply.status).toBe(200)
  return Buffer.from(await reply.arrayBuffer())
}

beforeAll(async () => {
  at = await createHome({ redaction: { detectors: ['aws-key'] } })
  // What is stored has to hold the secret, so that there is something to redact on the way out.
  daemon = await startDaemon(at.home)
  await daemon.api.putConfig({ config: { server: { port: 0 } } })
  session = await record(daemon)
})
afterAll(async () => await at[Symbol.asyncDispose]())

const viewed = z.object({ url: z.url(), home: z.string() })

/** A turn that was under way is over in a recording. */
const inWords = (value: unknown) =>
  JSON.stringify(value, (key, member: unknown) => (key === 'endedAt' ? null : member), 1)

describe('a recording', () => {
  test('N5: a session that is exported and imported into an empty home is the same, call by call', async () => {
    await using other = await createDaemon()
    const file = join(at.home, 'all.spillway')
    expect((await runCli(at.home, 'export', '--session', session, file)).code).toBe(0)
    const taken = importResult.parse(await runJson(other.home, 'import', file))
    expect(taken).toMatchObject({ session, turns: 2, calls: 6, known: false, redacted: false })
    const [there, here] = await Promise.all([wholeOf(other, session), wholeOf(daemon, session)])
    for (const part of ['whole', 'turns', 'calls', 'entries'] as const)
      expect(inWords(there[part])).toBe(inWords(here[part]))
    expect(await other.api.getSession({ id: session })).toMatchObject({ transport: 'imported', client: null })
    const of = async ({ api }: RunningDaemon) => (await api.stats({ session })).byTool
    expect(await of(other)).toEqual(await of(daemon))
    expect(await runJson(other.home, 'import', file)).toMatchObject({ known: true, calls: 0 })
  })

  test('N5: turn by turn it comes together again, with what a turn read of another', async () => {
    await using other = await createDaemon()
    const { turnList } = await daemon.api.getSession({ id: session })
    for (const { id } of turnList.toReversed())
      expect((await send(other, await exported(`turn=${id}`))).status).toBe(200)
    expect((await other.api.getSession({ id: session })).turns).toBe(2)
    const [first, second] = turnList
    const texts = async ({ api }: RunningDaemon, id: string) =>
      (await api.getTurn({ id })).callList.map(({ deliveredText }) => deliveredText)
    expect(await texts(other, first?.id ?? '')).toEqual(await texts(daemon, first?.id ?? ''))
    expect(await texts(other, second?.id ?? '')).toEqual(await texts(daemon, second?.id ?? ''))
  })

  test('N5: of a turn that was split off, the timeline comes along too', async () => {
    await using own = await createDaemon()
    const { id: mine } = await own.api.createSession({})
    const turn = await own.api.startTurn({ session: mine, prompt: 'first this, then that' })
    for (const tool of ['this', 'that'])
      await own.api.offload({ tool, content: `${tool}\n`.repeat(2_000), session: mine })
    await own.api.startTurn({ session: mine, prompt: 'the next' })
    await own.api.splitTurn({ id: turn.id, step: 2 })
    const { turnList } = await own.api.getSession({ id: mine })
    await using other = await createDaemon()
    const toolsAfter = async (id: string) => {
      const file = await (await own.fetch(`/api/v1/export?turn=${id}`)).arrayBuffer()
      expect((await send(other, Buffer.from(file))).status).toBe(200)
      const { items } = await other.api.listEvents({ after: 0, limit: 1_000 })
      return items.filter(({ type }) => type === 'call.offloaded').map(({ data }) => data['tool'])
    }
    expect(await toolsAfter(turnList[1]?.id ?? '')).toEqual(['that'])
    expect(await toolsAfter(turnList[0]?.id ?? '')).toEqual(['that', 'this'])
  })

  test('N5: into the home that it is from it changes nothing, and never adds to its sessions', async () => {
    const file = await exported(`session=${session}`)
    const before = await rowsOf(at)
    expect(await (await send(daemon, file)).json()).toMatchObject({ known: true })
    expect(await rowsOf(at)).toEqual(before)
  })

  test('N7: redacted, nothing of a secret is left in the file, and it says so', async () => {
    expect(await errorCode(await daemon.fetch(`/api/v1/export?session=${session}&redact=true`))).toBe(
      'invalid_input',
    )
    await daemon.api.putConfig({ config: { server: { port: 0 }, redaction: { detectors: ['aws-key'] } } })
    const plain = await exported(`session=${session}`)
    const file = await exported(`session=${session}&redact=true`)
    expect(plain.includes(SECRET)).toBe(true)
    expect(file.includes(SECRET)).toBe(false)
    await using other = await createDaemon()
    expect(await (await send(other, file)).json()).toMatchObject({ redacted: true, calls: 6 })
    const { turnList } = await other.api.getSession({ id: session })
    expect(turnList[0]?.prompt).toBe('find what went wrong, key [redacted:aws-key]')
    const { callList } = await other.api.getTurn({ id: turnList[0]?.id ?? '' })
    const keys = callList.find(({ tool }) => tool === 'keys')
    const { result, entries } = await other.api.getCall({ id: keys?.id ?? '' })
    expect(JSON.stringify(result)).toContain('key [redacted:aws-key]')
    const { text } = await other.api.readEntry({ id: entries[0] ?? '', mode: 'tail', n: 30 })
    expect(text).toBe('a line\nkey [redacted:aws-key]\n'.slice(-30))
    const { items } = await other.api.listEvents({ after: 0, limit: 1_000 })
    expect(items.find(({ type }) => type === 'recording.exported')?.data).toMatchObject({ redacted: true })
  })

  test('N5: as an HTTP archive, a call is an entry and a turn its page', async () => {
    const { log } = har.parse(JSON.parse((await exported(`session=${session}&format=har`)).toString()))
    const { turnList } = await daemon.api.getSession({ id: session })
    expect(log.pages.map(({ id }) => id)).toEqual(turnList.map(({ id }) => id))
    expect(log.entries.map(({ request }) => request.url)).toContain('mcp://local/read_log_again')
    const small = log.entries.find(({ _spillway }) => _spillway.tool === 'small')
    expect(JSON.parse(small?.response.content.text ?? '')).toMatchObject({
      content: [{ type: 'text', text: 'fits into the context' }],
    })
    const redacted = await exported(`session=${session}&format=har&redact=true`)
    expect(redacted.includes(SECRET)).toBe(false)
  })

  test('N5: as OpenTelemetry spans, calls lie under turns and those under the session', async () => {
    const text = (await exported(`session=${session}&format=otlp`)).toString()
    const spans = otlp
      .parse(JSON.parse(text))
      .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
    const [root, ...others] = spans
    expect(root?.parentSpanId).toBeUndefined()
    const ids = new Map(spans.map((span) => [span.spanId, span]))
    expect(ids.size).toBe(spans.length)
    for (const { parentSpanId } of others) expect(ids.has(parentSpanId ?? '')).toBe(true)
    const calls = spans.filter(({ name }) => name.startsWith('execute_tool '))
    expect(calls).toHaveLength(6)
    expect(calls.map(({ parentSpanId }) => ids.get(parentSpanId ?? '')?.name)).toEqual(
      calls.map(() => expect.stringMatching(/^invoke_agent /) as string),
    )
    const keys = calls[0]?.attributes.map(({ key }) => key)
    expect(keys).toEqual(
      expect.arrayContaining(['gen_ai.operation.name', 'gen_ai.tool.name', 'gen_ai.tool.call.id']),
    )
  })

  test('N5: a file is opened read-only, and nothing is left of that', async () => {
    const file = join(at.home, 'view.spillway')
    await writeFile(file, await exported(`session=${session}`))
    const opened = viewed.parse(await runJson(at.home, 'open', file, '--print'))
    const address = await findDaemon(opened.home)
    if (!address) throw new Error('nothing shows the recording')
    const fetchThere: RunningDaemon['fetch'] = (path, init) =>
      fetch(new URL(path, address.url), { ...init, headers: { authorization: `Bearer ${address.token}` } })
    const viewer = { ...daemon, ...address, api: apiClient(address), fetch: fetchThere }
    expect((await viewer.api.getViewing({})).viewing).toMatchObject({
      name: 'view.spillway',
      state: 'open',
      session,
    })
    expect(inWords(await wholeOf(viewer, session))).toBe(inWords(await wholeOf(daemon, session)))
    const [entry] = (await viewer.api.listEntries({ session })).items
    const before = await viewer.api.getEntry({ id: entry?.id ?? '' })
    await viewer.api.readEntry({ id: entry?.id ?? '', mode: 'head' })
    expect(await viewer.api.getEntry({ id: entry?.id ?? '' })).toEqual(before)
    await expect(viewer.api.updateEntry({ id: entry?.id ?? '', pinned: true })).rejects.toThrow(
      'open read-only',
    )
    await expect(viewer.api.offload({ tool: 'x', content: 'y' })).rejects.toThrow('open read-only')
    await expect(viewer.api.putConfig({ config: {} })).rejects.toThrow('open read-only')
    expect(await errorCode(await viewer.fetch('/mcp', { method: 'POST' }))).toBe('not_found')
    await endProcess(address.pid)
    expect(existsSync(opened.home)).toBe(false)
  })

  test('N5: a file that may not be taken in is not opened either', async () => {
    const file = join(at.home, 'bad.spillway')
    await writeFile(file, 'not a database')
    const { code, stderr } = await runCli(at.home, 'open', file, '--print')
    expect(code).toBe(1)
    expect(stderr).toContain('not a Spillway recording')
  })

  test('N5: a client exports its own, and only you import', async () => {
    const { token } = await daemon.api.createClient({ name: 'other' })
    const strange = await daemon.fetch(`/api/v1/export?session=${session}`, { token })
    expect(await errorCode(strange)).toBe('not_found')
    const reply = await daemon.fetch('/api/v1/import', { method: 'POST', token, body: 'x' })
    expect(await errorCode(reply)).toBe('forbidden')
  })

  test('N5: leaves no file behind, whoever goes away', async () => {
    const gone = new AbortController()
    const reply = daemon.fetch(`/api/v1/export?session=${session}`, { signal: gone.signal })
    gone.abort()
    await expect(reply).rejects.toThrow()
    const folder = join(at.home, 'transfers')
    await expect.poll(() => (existsSync(folder) ? readdirSync(folder) : [])).toEqual([])
  })
})
