import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Layout, ROW_HEIGHT, TURN_HEIGHT } from '../../../src/renderer/features/timeline/model/layout.ts'
import { Timeline } from '../../../src/renderer/features/timeline/model/timeline.ts'
import { inline } from './events.ts'

const timelineOf = (rowsPerTurn: readonly number[]) => {
  const timeline = new Timeline()
  let seq = 0
  timeline.apply(
    rowsPerTurn.flatMap((count, turn) =>
      Array.from({ length: count }, () => inline(`c_${++seq}`, { seq, turn: `t_${turn}` })),
    ),
  )
  return timeline
}

test('places agree with a walk over all rows', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 8 }), (rowsPerTurn) => {
      const layout = new Layout(timelineOf(rowsPerTurn).groups, null)
      let top = 0
      for (let index = 0; index < layout.count; index++) {
        const row = layout.rowAt(index)
        if (row === undefined) throw new Error(`no row at ${index}`)
        expect(layout.topOf(index)).toBe(top)
        expect(layout.indexAt(top)).toBe(index)
        expect(layout.indexOf(row)).toBe(index)
        top += row.kind === 'turn' ? TURN_HEIGHT : ROW_HEIGHT
        expect(layout.indexAt(top - 1)).toBe(index)
      }
      expect(layout.height).toBe(top)
    }),
  )
})

test('a turn of which the filter leaves nothing is not shown', () => {
  const timeline = timelineOf([2, 3])
  const layout = new Layout(timeline.groups, ({ seq }) => seq > 2)
  expect(layout.count).toBe(4)
  expect(layout.indexOf(timeline.row('c_1') ?? expect.fail())).toBe(-1)
})

test('a filtered turn is looked at again once it changed', () => {
  const timeline = timelineOf([1])
  const filter = () => true
  expect(new Layout(timeline.groups, filter).count).toBe(2)
  timeline.apply([inline('c_9', { seq: 9, turn: 't_0' })])
  expect(new Layout(timeline.groups, filter).count).toBe(3)
})

test('10,000 rows and one more cost a frame, not a rebuild', () => {
  const timeline = timelineOf([10_000])
  const started = performance.now()
  for (let i = 0; i < 1_000; i++) {
    timeline.apply([inline(`d_${i}`, { seq: 20_000 + i, turn: 't_0' })])
    expect(new Layout(timeline.groups, null).count).toBe(10_002 + i)
  }
  expect((performance.now() - started) / 1_000).toBeLessThan(5)
})
