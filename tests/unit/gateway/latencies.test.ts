import { expect, test } from 'vitest'
import { Latencies } from '../../../src/main/gateway/latencies.ts'

test('gives the median and the slowest twentieth of the last calls, and forgets the ones before', () => {
  const latencies = new Latencies()
  expect(latencies.figures).toBeNull()
  for (let i = 0; i < 500; i++) latencies.add(10_000)
  for (let i = 0; i < 200; i++) latencies.add(i)
  expect(latencies.figures).toEqual({ p50: 100, p95: 190 })
})
