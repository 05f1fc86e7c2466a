import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ConfigInput } from '../../src/shared/config.ts'
import type { OperationInput } from '../../src/shared/contract.ts'
import { createHome, type TestHome } from './cli-process.ts'
import { type RunningDaemon, startDaemon } from './running-daemon.ts'

let at: TestHome
let daemon: RunningDaemon

beforeAll(async () => {
  at = await createHome()
  daemon = await startDaemon(at.home)
})
afterAll(async () => {
  await at[Symbol.asyncDispose]()
})

const use = (policy: ConfigInput['policy']) =>
  daemon.api.putConfig({ config: { server: { port: 0 }, policy } })

async function stored(input: OperationInput<'offload'>) {
  const { entry, observation, text } = await daemon.api.offload(input)
  if (!entry || !observation) throw new Error(`not stored: ${text.slice(0, 100)}`)
  return { entry, summary: observation.summary, text }
}

describe('preset metnos', () => {
  beforeEach(() => use({ preset: 'metnos' }))

  test.each([
    ['letters', 'abcdefghij'],
    ['emoji', '🧊👩‍🚀a'],
    ['CJK', '漢字かな交じり文。'],
    ['combining marks', 'e\u0301ß\u0308'],
  ])('M3: first 500 characters, the exact number left out, last 500, in %s', async (_what, unit) => {
    const points = Array.from(unit.repeat(3_000)).slice(0, 7_001)
    const { summary, entry } = await stored({ tool: 'read', content: points.join('') })
    const match = /^([^]*?)\s*\[… (\d+) characters omitted …\]\s*([^]*)$/u.exec(summary)
    expect(match?.[1]).toBe(points.slice(0, 500).join(''))
    expect(match?.[2]).toBe('6001')
    expect(match?.[3]).toBe(points.slice(-500).join(''))
    expect(entry.omitted.chars).toBe(6_001)
  })

  test('M8: an entry lives an hour unless told otherwise', async () => {
    const life = async (given: object) => {
      const { entry } = await stored({ tool: 'read', content: 'x y '.repeat(3_000), ...given })
      return (Date.parse(entry.expiresAt ?? '') - Date.parse(entry.createdAt)) / 1_000
    }
    expect(await life({})).toBe(3_600)
    expect(await life({ ttlSeconds: 77 })).toBe(77)
  })

  test('M9: a turn sees only its own entries', async () => {
    const { token } = await daemon.api.createClient({ name: 'runtime' })
    const headers = { 'spillway-session': 'run' }
    const read = (id: string) =>
      daemon.fetch(`/api/v1/entries/${id}/read`, { method: 'POST', body: '{"n":3}', token, headers })
    const offload = async (turn: string) => {
      const response = await daemon.fetch('/api/v1/offload', {
        method: 'POST',
        token,
        body: JSON.stringify({ tool: 'read', content: `${turn} `.repeat(3_000), session: 'run', turn }),
      })
      return ((await response.json()) as { entry: { id: string } }).entry.id
    }
    const first = await offload('one')
    expect((await read(first)).status).toBe(200)
    const second = await offload('two')
    expect((await read(second)).status).toBe(200)
    expect((await read(first)).status).toBe(404)
    // Nor does it help to name no session.
    const get = (path: string) => daemon.fetch(`/api/v1${path}`, { token })
    const anywhere = (id: string) =>
      daemon.fetch(`/api/v1/entries/${id}/read`, { method: 'POST', body: '{"n":3}', token })
    expect((await anywhere(second)).status).toBe(200)
    expect((await anywhere(first)).status).toBe(404)
    expect((await get(`/entries/${first}`)).status).toBe(404)
    expect((await get(`/entries/${first}/content`)).status).toBe(404)
    const { items } = (await (await get('/entries')).json()) as { items: { id: string }[] }
    expect(items.map(({ id }) => id)).toEqual([second])
    expect((await daemon.api.getEntry({ id: first })).id).toBe(first)
  })
})

describe('preset amalfa', () => {
  beforeEach(() => use({ preset: 'amalfa' }))

  test('A3: an array by its items, an object by its keys, text by its first 200 characters', async () => {
    const items = Array.from({ length: 400 }, (_, i) => ({ id: i, name: `item ${i}` }))
    const list = await stored({ tool: 'list', content: JSON.stringify(items) })
    expect(list.summary).toContain('Array with 400 items')
    const object = await stored({
      tool: 'get',
      content: JSON.stringify({ alpha: items, beta: 1, gamma: null }),
    })
    for (const key of ['alpha', 'beta', 'gamma']) expect(object.summary).toContain(key)
    const prose = Array.from({ length: 2_000 }, (_, i) => `wörd${i}`).join(' ')
    const text = await stored({ tool: 'text', content: prose })
    expect(text.summary).toContain(Array.from(prose).slice(0, 200).join(''))
    expect(text.summary).not.toContain(Array.from(prose).slice(0, 240).join(''))
  })

  test('A6: an entry lives a day', async () => {
    const { entry } = await stored({ tool: 't', content: 'x y '.repeat(3_000) })
    expect(Date.parse(entry.expiresAt ?? '') - Date.parse(entry.createdAt)).toBe(86_400_000)
  })
})

describe('preset coding-agent', () => {
  beforeEach(() => use({ preset: 'coding-agent' }))

  test('P3: over 30,000 characters it is saved as <tool>_<n>, with a preview', async () => {
    const { id: session } = await daemon.api.createSession({})
    const within = '漢 '.repeat(15_000)
    expect(await daemon.api.offload({ tool: 'grep', content: within, session })).toEqual({
      offloaded: false,
      text: within,
    })
    const { entry, text } = await stored({ tool: 'grep', content: `${within}!`, session })
    expect(entry).toMatchObject({ name: 'grep_1', chars: 30_001 })
    expect(text).toContain('grep_1')
  })
})

test('A9: a policy that is wrong is refused, says where, and the last good one stays', async () => {
  await use({ preset: 'default', thresholdBytes: 100 })
  const response = await daemon.fetch('/api/v1/config', {
    method: 'PUT',
    body: JSON.stringify({ config: { policy: { thresholdBytes: 'many' } } }),
  })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('policy.thresholdBytes')
  const words = Array.from({ length: 600 }, (_, i) => `w${i * 7}`).join(' ')
  expect((await daemon.api.offload({ tool: 't', content: words })).offloaded).toBe(true)
})
