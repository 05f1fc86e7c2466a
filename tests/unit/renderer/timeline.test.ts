import { describe, expect, test } from 'vitest'
import { Timeline } from '../../../src/renderer/features/timeline/model/timeline.ts'
import { event, inline, offload, read } from './events.ts'

const keys = (timeline: Timeline) => timeline.groups.map(({ rows }) => rows.map(({ key }) => key))

test('D3: steps stand in order in their turn, newest turn first, reads under the step they followed', () => {
  const timeline = new Timeline()
  timeline.apply([
    event('turn.started', { seq: 1, turn: 't_1' }, { number: 1, prompt: 'first' }),
    offload('c_1', 'e_1', { seq: 2 }),
    inline('c_2', { seq: 3 }),
    read('e_1', 300, { seq: 4 }),
    event('turn.started', { seq: 5, turn: 't_2' }, { number: 2, prompt: null }),
    offload('c_3', 'e_3', { seq: 6, turn: 't_2' }),
  ])
  expect(timeline.groups.map(({ head }) => head.number)).toEqual([2, 1])
  expect(keys(timeline)).toEqual([['c_3'], ['c_1', 'read:4', 'c_2']])
})

test('N6: a turn keeps out what its steps saved less what was read back', () => {
  const timeline = new Timeline()
  timeline.apply([offload('c_1', 'e_1', { seq: 1 }), read('e_1', 600, { seq: 2 }), inline('c_2', { seq: 3 })])
  expect(timeline.groups[0]?.head).toMatchObject({ calls: 2, saved: 200_000 - 400 - 600 })
  timeline.apply([
    event('call.tokens', { seq: 4 }, { call: 'c_1', tokensRaw: 150_000, tokensDelivered: 380 }),
  ])
  expect(timeline.groups[0]?.head.saved).toBe(150_000 - 380 - 600)
  timeline.apply([event('read.tokens', { seq: 5, entry: 'e_1' }, { read: 2, tokens: 580 })])
  expect(timeline.groups[0]?.head.saved).toBe(150_000 - 380 - 580)
})

test('a read in a later turn belongs to that turn, and is counted on the step that stored it', () => {
  const timeline = new Timeline()
  timeline.apply([offload('c_1', 'e_1', { seq: 1 }), read('e_1', 50, { seq: 2, turn: 't_2' })])
  expect(keys(timeline)).toEqual([['read:2'], ['c_1']])
  expect(timeline.row('c_1')).toMatchObject({ reads: 1 })
})

test('history that arrives after newer events ends in the same rows', () => {
  const events = [
    offload('c_1', 'e_1', { seq: 1 }),
    event('entry.changed', { seq: 2, entry: 'e_1' }, { pinned: true }),
    inline('c_2', { seq: 3 }),
    read('e_1', 300, { seq: 4 }),
    event('entry.changed', { seq: 5, entry: 'e_1' }, { pinned: false }),
    event('call.tokens', { seq: 6 }, { call: 'c_1', tokensRaw: 9_000, tokensDelivered: 300 }),
    offload('c_3', 'e_3', { seq: 7, turn: 't_2' }),
  ]
  const forwards = new Timeline()
  forwards.apply(events)
  const backwards = new Timeline()
  backwards.apply(events.slice(4))
  backwards.apply(events.slice(2, 4))
  backwards.apply(events.slice(0, 2))
  expect(backwards.groups.map(({ rows }) => rows)).toEqual(forwards.groups.map(({ rows }) => rows))
  expect(backwards.row('c_1')).toMatchObject({ pinned: false, tokensRaw: 9_000, reads: 1 })
})

test('D8: a turn that was split shows its calls where they are now, live and from history', () => {
  const calls = [
    event('turn.started', { seq: 1 }, { number: 1, prompt: 'all', title: null }),
    offload('c_1', 'e_1', { seq: 2 }),
    inline('c_2', { seq: 3 }),
    read('e_1', 300, { seq: 4 }),
    inline('c_3', { seq: 5, turn: 't_3' }, { turnNumber: 2 }),
  ]
  const split = event(
    'turn.updated',
    { seq: 6, turn: 't_2' },
    {
      number: 2,
      prompt: null,
      title: 'rest',
      moved: { calls: ['c_2'], reads: [4] },
      numbers: { t_1: 1, t_2: 2, t_3: 3 },
    },
  )
  const live = new Timeline()
  live.apply(calls)
  live.apply([split])
  const heads = live.groups.map(({ head }) => [head.turn, head.number, head.title, head.calls])
  expect(heads).toEqual([
    ['t_3', 3, null, 1],
    ['t_2', 2, 'rest', 1],
    ['t_1', 1, null, 1],
  ])
  expect(keys(live)[1]).toEqual(['read:4', 'c_2'])
  live.apply([split])
  expect(live.groups.map(({ head }) => [head.turn, head.number, head.title, head.calls])).toEqual(heads)

  const history = new Timeline()
  history.apply([split])
  history.apply(calls.map((one) => (one.seq === 3 || one.seq === 4 ? { ...one, turn: 't_2' } : one)))
  expect(new Set(keys(history).map((rows) => rows.toSorted().join()))).toEqual(
    new Set(keys(live).map((rows) => rows.toSorted().join())),
  )
})

test('an event that comes twice changes nothing', () => {
  const events = [offload('c_1', 'e_1', { seq: 1 }), read('e_1', 300, { seq: 2 })]
  const timeline = new Timeline()
  timeline.apply(events)
  expect(timeline.apply(events)).toEqual([])
  expect(timeline.size).toBe(2)
  expect(timeline.row('c_1')).toMatchObject({ reads: 1 })
})

test('D7: steps whose content was pruned or deleted say so', () => {
  const timeline = new Timeline()
  timeline.apply([
    offload('c_1', 'e_1', { seq: 1 }),
    offload('c_2', 'e_2', { seq: 2 }),
    offload('c_3', 'e_3', { seq: 3 }),
  ])
  timeline.apply([
    event('retention.pruned', { seq: 4, turn: null }, { ids: ['e_1'] }),
    event('entry.deleted', { seq: 5, entry: 'e_2' }, {}),
  ])
  expect(['c_1', 'c_2', 'c_3'].map((call) => timeline.row(call))).toMatchObject([
    { gone: true },
    { gone: true },
    { gone: false },
  ])
})

test('rows are replaced when they change, so that an unchanged row compares equal', () => {
  const timeline = new Timeline()
  timeline.apply([offload('c_1', 'e_1', { seq: 1 }), inline('c_2', { seq: 2 })])
  const [first, second] = [timeline.row('c_1'), timeline.row('c_2')]
  timeline.apply([event('entry.changed', { seq: 3, entry: 'e_1' }, { pinned: true })])
  expect(timeline.row('c_1')).not.toBe(first)
  expect(timeline.row('c_2')).toBe(second)
})

test('trimming forgets the oldest rows and says from where history goes on', () => {
  const timeline = new Timeline()
  timeline.apply(
    Array.from({ length: 30 }, (_, i) => inline(`c_${i}`, { seq: i + 1, turn: `t_${Math.floor(i / 10)}` })),
  )
  timeline.trim(15)
  expect(timeline.size).toBe(15)
  expect(timeline.oldestSeq()).toBe(16)
  expect(timeline.row('c_14')).toBeUndefined()
  expect(timeline.groups.map(({ head }) => head.calls)).toEqual([10, 5])
})

describe('what a search found', () => {
  const far = [offload('c_far', 'e_far', { seq: 3, turn: 't_1' })]
  const near = [inline('c_old', { seq: 90, turn: 't_1' }), inline('c_new', { seq: 100, turn: 't_9' })]

  test('stands in its turn with what became of it, and is forgotten with the search', () => {
    const timeline = new Timeline()
    timeline.apply(near)
    timeline.applyFound(far.map((event) => ({ event, reads: 2, pinned: true, gone: false, resolved: 1 })))
    expect(timeline.row('c_far')).toMatchObject({ reads: 2, pinned: true, resolved: 1 })
    expect(timeline.size).toBe(3)
    expect(timeline.groups).toHaveLength(2)

    timeline.dropBefore(90)
    expect(timeline.row('c_far')).toBeUndefined()
    expect(timeline.size).toBe(2)
    expect(timeline.groups.flatMap(({ rows }) => rows.map(({ key }) => key))).toEqual(['c_new', 'c_old'])
    timeline.apply(far)
    expect(timeline.row('c_far')).toMatchObject({ reads: 0, pinned: false })
  })
})
