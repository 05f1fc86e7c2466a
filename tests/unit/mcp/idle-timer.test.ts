import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IdleTimer } from '../../../src/main/mcp/idle-timer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('says so once when nothing was done for so long, and not while something is under way', () => {
  let busy = true
  const idle = vi.fn<() => void>()
  const timer = new IdleTimer(1_000, () => busy, idle)
  vi.advanceTimersByTime(5_500)
  expect(idle).not.toHaveBeenCalled()
  busy = false
  timer.refresh()
  vi.advanceTimersByTime(999)
  expect(idle).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5_000)
  expect(idle).toHaveBeenCalledOnce()
})

test('says nothing once it is stopped', () => {
  const idle = vi.fn<() => void>()
  const timer = new IdleTimer(1_000, () => false, idle)
  timer.stop()
  vi.advanceTimersByTime(5_000)
  expect(idle).not.toHaveBeenCalled()
})
