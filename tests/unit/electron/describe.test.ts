import { expect, it } from 'vitest'
import { describeDaemon } from '../../../src/main/electron/daemon/describe.ts'

const up = { state: 'up', url: 'http://127.0.0.1:4774', version: '0.1.0', attached: true } as const

it('says where the daemon runs', () => {
  expect(describeDaemon(up, '0.1.0')).toBe('running at 127.0.0.1:4774')
})

it('names a version that is not the app’s', () => {
  expect(describeDaemon(up, '0.2.0')).toBe('running at 127.0.0.1:4774, version 0.1.0')
})

it('says that the daemon is starting or down', () => {
  expect(describeDaemon({ state: 'starting' }, '0.1.0')).toBe('starting')
  expect(describeDaemon({ state: 'down', reason: 'x', canRestart: true }, '0.1.0')).toBe('daemon is down')
})
