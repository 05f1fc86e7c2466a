import { expect, test } from 'vitest'
import { formatEvent } from '../../../src/main/cli/event-line.ts'
import type { Event, OffloadData } from '../../../src/shared/event.ts'

const base: Event = {
  seq: 12,
  time: '2026-11-21T10:00:00.000Z',
  type: 'call.offloaded',
  session: 's_0000000000000000',
  turn: 't_000000000000',
  step: 1,
  entry: 'e_000000000000',
  data: {},
}

test('an offload names its tool, what became of its size, the entry and a dedup hit', () => {
  const data: OffloadData = {
    call: 'c_000000000000',
    server: 'fs',
    tool: 'read_text_file',
    turnNumber: 1,
    isError: false,
    durationMs: 12,
    rawBytes: 2_202_009,
    deliveredBytes: 1_900,
    tokensRaw: 500_000,
    tokensDelivered: 400,
    entries: [
      { id: 'e_000000000000', name: 'x_1', kind: 'log', sha256: '0', bytes: 2, lines: 1, dedup: true },
    ],
  }
  expect(formatEvent({ ...base, data })).toMatch(
    /#12 {2}call\.offloaded {4}fs\.read_text_file {2}2\.1 MB → 1\.9 KB {2}e_000000000000 {2}\(stored before\)$/,
  )
})

test('a prompt of many lines stays on one, and cannot steer the terminal', () => {
  const data = { number: 3, prompt: 'first\nsecond \u001b[2J' }
  const line = formatEvent({ ...base, type: 'turn.started', data })
  expect(line).toMatch(/turn 3 {2}first second \^\[\[2J$/)
})

test('data of a form that is not known is shown as it is', () => {
  const line = formatEvent({ ...base, type: 'call.inline', entry: null, data: { tool: 7 } })
  expect(line).toMatch(/call\.inline {7}\{"tool":7\}$/)
})
