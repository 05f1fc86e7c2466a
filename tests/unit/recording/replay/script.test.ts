import { expect, test } from 'vitest'
import { Run, Script } from '../../../../src/main/recording/replay/script.ts'
import type { ScriptCall } from '../../../../src/main/store/reads/script.ts'

let made = 0
const call = (tool: string, args: object | null): ScriptCall => ({
  id: `c_${++made}`,
  server: 'fs',
  tool,
  arguments: args === null ? null : JSON.stringify(args),
  turn: 't_1',
  turnNumber: 1,
  step: made,
})
const asked = (tool: string, args: object | null) => ({
  server: 'fs',
  tool,
  arguments: args === null ? null : JSON.stringify(args),
})

test('N9: equal calls are answered in recorded order, and one more than was recorded is a miss', () => {
  const [first, other, second] = [
    call('status', { job: 1 }),
    call('status', { job: 2 }),
    call('status', { job: 1 }),
  ]
  const run = new Run(new Script([first, other, second]))
  expect(run.take(asked('status', { job: 1 }))).toEqual({ call: first })
  expect(run.take(asked('status', { job: 1 }))).toEqual({ call: second })
  expect(run.take(asked('status', { job: 1 }))).toEqual({ miss: { why: 'used up', times: 2 } })
  expect(run.take(asked('status', { job: 2 }))).toEqual({ call: other })
})

test('N9: each run begins at the beginning', () => {
  const only = call('read', { path: '/a' })
  const script = new Script([only])
  expect(new Run(script).take(asked('read', { path: '/a' }))).toEqual({ call: only })
  expect(new Run(script).take(asked('read', { path: '/a' }))).toEqual({ call: only })
})

test('N9: a miss names the nearest recorded arguments of that tool', () => {
  const far = call('read', { path: '/x', lines: 3, deep: { a: 1 } })
  const near = call('read', { path: '/a', lines: 10 })
  const run = new Run(new Script([far, near, call('write', { path: '/a', lines: 11 })]))
  expect(run.take(asked('read', { path: '/a', lines: 11 }))).toEqual({
    miss: {
      why: 'arguments',
      nearest: near,
      differences: [{ path: 'lines', recorded: '10', given: '11' }],
    },
  })
  expect(run.take(asked('move', {}))).toEqual({ miss: { why: 'tool' } })
})
