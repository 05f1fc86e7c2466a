import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { atRest } from '../../../src/main/threads/at-rest.ts'

const LOOK_MS = 100

const work = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until;) JSON.parse('[1]')
}

test('what is held is given back once after work, never during it, and again only after more', async () => {
  let times = 0
  onTestFinished(atRest(() => (times += 1), LOOK_MS))
  for (let round = 0; round < 5; round += 1) {
    work(60)
    await sleep(1)
  }
  expect(times).toBe(0)
  await expect.poll(() => times).toBe(1)
  await sleep(4 * LOOK_MS)
  expect(times).toBe(1)
  work(150)
  await expect.poll(() => times).toBe(2)
})
