import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHome, type TestHome } from './cli-process.ts'
import { type RunningDaemon, startDaemon } from './running-daemon.ts'

/** Made of parts, so that no scanner of this repository takes them for real ones. */
const KEY = ['AKIA', 'ABCDEFGH234567AB'].join('')
const TOKEN = `ghp_${'aB3'.repeat(12)}`

let at: TestHome
let daemon: RunningDaemon

beforeAll(async () => {
  at = await createHome({
    redaction: {
      detectors: ['aws-key', 'github-token'],
      rules: [
        { name: 'hostile', pattern: '^(a+)+$', tools: 'hostile' },
        { name: 'pin', pattern: '(?<=PIN: )\\d+', replacement: '****' },
      ],
    },
  })
  daemon = await startDaemon(at.home)
})
afterAll(async () => {
  await at[Symbol.asyncDispose]()
})

const lines = (secret: string) =>
  Array.from({ length: 400 }, (_, i) => `${i} ${randomBytes(20).toString('hex')}`)
    .toSpliced(200, 0, `key ${secret} end`, 'PIN: 1234')
    .join('\n')
const read = async (id: string) => (await daemon.api.readEntry({ id, mode: 'full' })).text
const eventOf = async (call: string) =>
  (await daemon.api.listEvents({ limit: 1_000 })).items.find(({ data }) => data['call'] === call)

test('N7: a stored result never had the secret, and reference, entry and event say how many were replaced', async () => {
  const content = lines(KEY)
  const { text, entry } = await daemon.api.offload({
    tool: 'env',
    content,
    arguments: { token: TOKEN, path: '/tmp' },
    metadata: { from: TOKEN },
  })
  if (!entry) throw new Error('nothing was stored')
  expect(text).toContain('2 redactions')
  expect(text).not.toContain(KEY)
  expect(entry.redactions).toBe(2)
  expect(entry.metadata).toEqual({ from: '[redacted:github-token]' })
  const stored = content.replace(KEY, '[redacted:aws-key]').replace('PIN: 1234', 'PIN: ****')
  expect(await read(entry.id)).toBe(stored)
  const { calls } = await daemon.api.getEntry({ id: entry.id })
  const call = await daemon.api.getCall({ id: calls[0]?.id ?? '' })
  expect(call.arguments).toEqual({ token: '[redacted:github-token]', path: '/tmp' })
  expect(JSON.stringify(call)).not.toContain(KEY)
  expect((await eventOf(call.id))?.data['redactions']).toEqual({ count: 2, rules: ['aws-key', 'pin'] })
})

test('N7: the agent gets a small result as it is; what is recorded of it is redacted', async () => {
  const content = `small ${KEY}`
  expect(await daemon.api.offload({ tool: 'env', content })).toMatchObject({
    offloaded: false,
    text: content,
  })
  const { items } = await daemon.api.listEvents({ limit: 1_000 })
  const call = items.findLast(({ type }) => type === 'call.inline')?.data['call']
  const recorded = await daemon.api.getCall({ id: String(call) })
  expect(JSON.stringify(recorded.result)).toContain('small [redacted:aws-key]')
})

test('N7: a raw body that streams in is redacted across its pieces', async () => {
  const pad = 'x'.repeat(1024 * 1024 - 10)
  const body = `${pad} ${KEY} ${lines(TOKEN)} ${pad} ${TOKEN}`
  const response = await daemon.fetch('/api/v1/offload?tool=env', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body,
  })
  const { entry } = (await response.json()) as { entry: { id: string; redactions: number } }
  expect(entry.redactions).toBe(4)
  const stored = Buffer.from(
    await (await daemon.fetch(`/api/v1/entries/${entry.id}/content`)).arrayBuffer(),
  ).toString()
  expect(stored).toBe(
    body
      .replace(KEY, '[redacted:aws-key]')
      .replaceAll(TOKEN, '[redacted:github-token]')
      .replace('PIN: 1234', 'PIN: ****'),
  )
})

test('N7 N11: a pattern that never ends stores nothing: the agent gets the original, in time, and others do not wait', async () => {
  const content = `${'a'.repeat(40)}!${'a'.repeat(9_000)}!`
  const started = performance.now()
  const hostile = daemon.api.offload({ tool: 'hostile', content, arguments: { key: KEY } })
  const other = performance.now()
  await daemon.api.stats({})
  expect(performance.now() - other).toBeLessThan(1_500)
  expect(await hostile).toMatchObject({ offloaded: false, text: content })
  expect(performance.now() - started).toBeLessThan(8_000)
  const { items } = await daemon.api.listEvents({ limit: 1_000 })
  const failed = items.findLast(({ type }) => type === 'call.failopen')
  expect(failed?.data['reason']).toContain('redaction')
  const call = await daemon.api.getCall({ id: String(failed?.data['call']) })
  expect(call).toMatchObject({ arguments: null, result: null })
  expect((await daemon.api.offload({ tool: 'env', content: lines(KEY) })).offloaded).toBe(true)
})

test('N7: notes are redacted too', async () => {
  const { id } = await daemon.api.createSession({})
  const note = await daemon.api.putNote({ name: 'login', content: `use ${TOKEN}`, session: id })
  expect(note.redactions).toBe(1)
  expect(await read(note.id)).toBe('use [redacted:github-token]')
})

test('N7: no file of the home holds a secret that went through it', async () => {
  const files = await readdir(at.home, { recursive: true, withFileTypes: true })
  for (const file of files.filter((one) => one.isFile())) {
    const bytes = await readFile(join(file.parentPath, file.name))
    for (const secret of [KEY, TOKEN]) expect(bytes.includes(secret), file.name).toBe(false)
  }
})
