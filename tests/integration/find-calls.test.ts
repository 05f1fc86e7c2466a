import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { matcher } from '../../src/renderer/features/timeline/filter/match.ts'
import { Timeline } from '../../src/renderer/features/timeline/model/timeline.ts'
import { parseFilter } from '../../src/shared/filter/parse.ts'
import { createHome, type TestHome } from './cli-process.ts'
import { type RunningDaemon, startDaemon } from './running-daemon.ts'

let at: TestHome
let daemon: RunningDaemon
/** All that happened, as the app knows it with the whole log at hand. */
let timeline: Timeline

beforeAll(async () => {
  at = await createHome()
  daemon = await startDaemon(at.home)
  const { api } = daemon
  const big = (n: number) => JSON.stringify(Array.from({ length: 400 + n }, (_, i) => ({ id: i, n })))
  for (let i = 0; i < 30; i++) {
    const content = i % 3 === 0 ? `small ${i}` : i % 3 === 1 ? big(i % 4) : 'line\n'.repeat(2_000 + i)
    const tool = ['fs.read', 'web_fetch', 'Größe'][i % 3] ?? ''
    await api.offload({ tool, content, session: `s${i % 2}`, turn: `t${i % 5}` })
  }
  const { items } = await api.listEntries({ limit: 10 })
  const [first, second, third] = items.map(({ id }) => id)
  if (first === undefined || second === undefined || third === undefined) throw new Error('too few entries')
  await api.updateEntry({ id: first, pinned: true })
  await api.readEntry({ id: second, mode: 'head' })
  await api.deleteEntry({ id: third })
  timeline = new Timeline()
  timeline.apply((await api.listEvents({ limit: 1_000 })).items)
})
afterAll(async () => {
  await at[Symbol.asyncDispose]()
})

/** The calls that the app shows under a filter when it has loaded everything. */
function shown(filter: string): string[] {
  const matches = matcher(parseFilter(filter), {
    stepOf: (entry) => timeline.stepOf(entry),
    turnNumber: (group) => timeline.group(group)?.head.number ?? null,
    now: Date.now(),
  })
  const steps = timeline.groups.flatMap(({ rows }) => rows).filter(({ kind }) => kind === 'step')
  return steps
    .filter((row) => matches?.(row) ?? true)
    .toSorted((a, b) => a.seq - b.seq)
    .map(({ key }) => key)
}

const idsOf = (items: { event: { data: Record<string, unknown> } }[]) =>
  items.map(({ event }) => String(event.data['call']))

describe('a filter on the server finds what it shows in the app', () => {
  test.each([
    '',
    'fetch',
    'FS.',
    'größe',
    'tool:fs.*',
    'tool:*FETCH',
    '-tool:web_*',
    'kind:json',
    '-kind:json',
    'kind:log is:offloaded',
    'is:inline',
    '-is:inline',
    'is:dedup',
    'is:error',
    'is:pinned',
    'is:read',
    'is:gone',
    'is:resolved',
    'is:redacted',
    'is:failopen',
    'turn:2',
    '>4KB',
    '<100',
    'since:1h',
    '-since:1h',
    'session:s_',
    'session:nobody',
    'no_such_thing',
    'is:nothing',
  ])('D3: %s', async (filter) => {
    const { items, nextBefore } = await daemon.api.findCalls({ filter, limit: 1_000 })
    expect(idsOf(items)).toEqual(shown(filter))
    expect(nextBefore).toBeNull()
  })

  test('page by page it finds the same', async () => {
    const found: string[] = []
    let before: number | undefined
    for (let pages = 0; pages < 20; pages++) {
      const where = before === undefined ? {} : { before }
      const { items, nextBefore } = await daemon.api.findCalls({ filter: 'is:offloaded', limit: 3, ...where })
      found.unshift(...idsOf(items))
      if (nextBefore === null) break
      before = nextBefore
    }
    expect(found).toEqual(shown('is:offloaded'))
  })

  test('what became of a call comes with it', async () => {
    const only = async (filter: string) => (await daemon.api.findCalls({ filter })).items
    expect(await only('is:pinned')).toMatchObject([{ pinned: true, gone: false }])
    expect(await only('is:read')).toMatchObject([{ reads: 1 }])
    expect(await only('is:gone')).toMatchObject([{ gone: true }])
  })
})

test('events around a moment: half of them before it', async () => {
  const { items } = await daemon.api.listEvents({ limit: 1_000 })
  const middle = items[Math.floor(items.length / 2)]
  const around = await daemon.api.listEvents({ at: middle?.time ?? '', limit: 10 })
  const first = items.find(({ time }) => time >= (middle?.time ?? ''))?.seq ?? 0
  expect(around.items.map(({ seq }) => seq)).toEqual(Array.from({ length: 10 }, (_, i) => first - 5 + i))
  const end = await daemon.api.listEvents({ at: '2099-01-01T00:00:00.000Z', limit: 3 })
  expect(end.items.map(({ seq }) => seq)).toEqual(items.slice(-3).map(({ seq }) => seq))
  const beginning = await daemon.api.listEvents({ at: '2000-01-01T00:00:00.000Z', limit: 4 })
  expect(beginning.items.map(({ seq }) => seq)).toEqual([1, 2])
})

test('N12: how much of an entry was seen, in thousandths of it', async () => {
  const content = Array.from({ length: 3_000 }, (_, i) => `12:00:00 INFO line ${i}`).join('\n')
  const { entry } = await daemon.api.offload({ tool: 'log', content })
  const id = entry?.id ?? ''
  await daemon.api.readEntry({ id, mode: 'lines', start: 1_500, end: 1_600 })
  const { previewSpans, reads, chars } = await daemon.api.getEntry({ id })
  const { items } = await daemon.api.listCoverage({ ids: `${id},e_nothing` })
  const [[start, end] = [0, 0]] = reads[0]?.spans ?? []
  const thousandth = (char: number) => (char / (chars ?? 1)) * 1_000
  expect(items).toHaveLength(1)
  expect(items[0]?.reads).toEqual([[Math.floor(thousandth(start)), Math.ceil(thousandth(end))]])
  expect(previewSpans.length).toBeGreaterThan(0)
  expect(items[0]?.preview[0]?.[0]).toBe(Math.floor(thousandth(previewSpans[0]?.[0] ?? -1)))
})
