import { expect, onTestFinished, test } from 'vitest'
import { tidyHeapAtRest } from '../../../src/main/daemon/tidy-heap.ts'

const LOOK_MS = 200

test('what nobody holds any more is collected once work is followed by rest', async () => {
  onTestFinished(tidyHeapAtRest(LOOK_MS))
  const bodies = Array.from({ length: 3 }, () => new WeakRef(Buffer.alloc(1024 * 1024)))
  const until = performance.now() + 2 * LOOK_MS
  while (performance.now() < until) JSON.parse('[1]')
  await expect.poll(() => bodies.filter((body) => body.deref()).length, { timeout: 10_000 }).toBe(0)
})
