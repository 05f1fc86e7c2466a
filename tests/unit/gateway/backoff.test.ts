import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Backoff } from '../../../src/main/gateway/backoff.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('doubles the wait with every failure, up to half a minute', () => {
  const backoff = new Backoff()
  expect(backoff.waitMs).toBe(0)
  const waits = Array.from({ length: 9 }, () => {
    backoff.failed(0)
    return backoff.waitMs
  })
  expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  vi.advanceTimersByTime(29_000)
  expect(backoff.waitMs).toBe(1_000)
})

it('begins anew after a connection that lived', () => {
  const backoff = new Backoff()
  for (let failure = 0; failure < 5; failure++) backoff.failed(0)
  backoff.failed(60_000)
  expect([backoff.waitMs, backoff.failures]).toEqual([250, 1])
})
