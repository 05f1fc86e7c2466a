import { afterEach, describe, expect, test } from 'vitest'
import type { ConfigInput } from '../../src/shared/config.ts'
import { apiClient, type ApiClient } from '../../src/main/client/api.ts'
import { findDaemon } from '../../src/main/client/discover.ts'
import { createHome, serve, type TestHome } from './cli-process.ts'

let at: TestHome | null = null
afterEach(async () => {
  await at?.[Symbol.asyncDispose]()
  at = null
})

async function daemonWith(policy: NonNullable<ConfigInput['policy']>): Promise<ApiClient> {
  at = await createHome({ policy })
  await serve(at.home)
  const found = await findDaemon(at.home)
  if (!found) throw new Error('the daemon cannot be found')
  return apiClient(found)
}

const text = Array.from({ length: 900 }, (_, i) => `Zeile ${i} — größe 🧊`).join('\n')

describe('preset metnos', () => {
  test('M1 M3 M9: a turn sees its own entries alone, and the summary is 500 + 500 around the exact count', async () => {
    const api = await daemonWith({ preset: 'metnos' })
    const session = (await api.createSession({})).id
    await api.startTurn({ session, prompt: 'first' })
    const first = await api.offload({ tool: 'read_file', content: text, session, step: 1 })
    const points = Array.from(text)
    const summary = first.observation?.summary ?? ''
    const [, omitted = ''] = /(\d+) characters omitted/.exec(summary) ?? []
    expect(Number(omitted)).toBe(points.length - 1000)
    expect(summary.startsWith(points.slice(0, 500).join(''))).toBe(true)
    expect(summary.endsWith(points.slice(-500).join(''))).toBe(true)
    expect(first.entry).toMatchObject({ tier: 'turn' })

    const id = first.entry?.id ?? ''
    expect(await readIn(session, id)).toBe(points.slice(0, 2_000).join(''))
    await api.putNote({ name: 'kept', content: 'notes stay', session, scope: 'session' })
    await api.startTurn({ session, prompt: 'second' })
    await expect(readIn(session, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(readIn(session, 'read_file_1')).rejects.toMatchObject({ code: 'not_found' })
    await expect(api.resolve({ session, value: '{{step1.content}}' })).rejects.toMatchObject({
      code: 'not_found',
    })
    const inFirst = await api.resolve({ session, turn: '1', value: '{{step1.content}}' })
    expect(inFirst.value).toBe(text)
    expect((await api.getNote({ name: 'kept', session })).content).toBe('notes stay')
  })
})

describe('preset amalfa', () => {
  test('A1 A2 A3: inline up to the threshold, over it a terse preview by type, identical bytes stored once', async () => {
    const api = await daemonWith({ preset: 'amalfa' })
    expect(await api.offload({ tool: 'search', content: 'x'.repeat(4_096) })).toEqual({
      offloaded: false,
      text: 'x'.repeat(4_096),
    })
    const list = JSON.stringify(Array.from({ length: 300 }, (_, i) => ({ name: `item ${i}`, value: i })))
    const first = await api.offload({ tool: 'search', content: list })
    expect(first.entry?.preview).toContain('[Array with 300 items]')
    await api.offload({ tool: 'search', content: list })
    expect(await api.stats({})).toMatchObject({ dedupHits: 1, blobs: 1, entries: 2 })
    const object = JSON.stringify({ alpha: 'a'.repeat(5_000), beta: 1 })
    expect((await api.offload({ tool: 'get', content: object })).entry?.preview).toMatch(/alpha.*beta/s)
    const words = await api.offload({ tool: 'cat', content: text })
    expect(Array.from(words.entry?.preview ?? '').length).toBeLessThanOrEqual(201 + 3)
    expect(words.entry?.preview.startsWith(Array.from(text).slice(0, 200).join(''))).toBe(true)
  })
})

describe('preset coding-agent', () => {
  test('P3 P5: over 30,000 characters output is saved as <tool>_<n>, and read by offset and limit', async () => {
    const api = await daemonWith({ preset: 'coding-agent' })
    const below = 'é'.repeat(30_000)
    expect((await api.offload({ tool: 'bash', content: below })).offloaded).toBe(false)
    const content = Array.from({ length: 3_001 }, (_, i) => `out ${i}: ok`).join('\n')
    const stored = await api.offload({ tool: 'bash', content })
    expect(stored.entry?.name).toBe('bash_1')
    const id = stored.entry?.id ?? ''
    expect((await api.readEntry({ id, offset: 10, limit: 20 })).text).toBe(content.slice(10, 30))
    expect((await api.readEntry({ id, offset: 0 })).text).toBe(content.slice(0, 30_000))
    const matches = (await api.readEntry({ id, regex: 'ok$' })).text.split('\n')
    expect(matches).toHaveLength(100)
    expect(await readIn(stored.entry?.session ?? '', 'bash_1')).toBe(content.slice(0, 2_000))
    expect((await api.offload({ tool: 'bash', content })).entry?.name).toBe('bash_2')
  })
})

/** Reads as a program does that names its session in a header. */
async function readIn(session: string, id: string): Promise<string> {
  const daemon = await findDaemon(at?.home ?? '')
  if (!daemon) throw new Error('the daemon cannot be found')
  const { text } = await apiClient({ ...daemon, headers: { 'spillway-session': session } }).readEntry({ id })
  return text
}
