import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { tempStore } from './temp-store.ts'

const MB = 1024 * 1024
const CHUNK = 64 * 1024

test('the log stays bounded while somebody writes without a pause', async () => {
  await using temp = await tempStore()
  const { write } = temp.store
  const staged = await write.openStage({ at: 0 })
  const piece = (seq: number) => {
    const layout = Array.from({ length: 16 }, () => ({
      codec: 0,
      length: CHUNK,
      charStart: 0,
      lineStart: 0,
    }))
    return { staged, seq, data: randomBytes(MB), layout }
  }
  let longest = 0
  let seq = 0
  // Two writers, so that the next commit is always waiting. The keeper needs a moment to start, in which a fast disk takes some 200 MB.
  const lane = async () => {
    for (let i = 0; i < 320; i++) {
      seq += 16
      await write.appendStage(piece(seq))
      longest = Math.max(longest, (await stat(`${temp.file}-wal`)).size)
    }
  }
  await Promise.all([lane(), lane()])
  expect(longest).toBeLessThan(400 * MB)
}, 120_000)
