import { expect, test } from 'vitest'
import { free, freeing } from '../../../src/main/threads/free.ts'

test('bytes that have their memory for themselves are freed, those that share it are not', () => {
  const alone = new Uint8Array(100)
  free(alone)
  expect(alone.length).toBe(0)

  const part = new Uint8Array(100).subarray(10, 20)
  free(part)
  expect(part.length).toBe(10)

  const shared = new Uint8Array(new SharedArrayBuffer(100))
  free(shared)
  expect(shared.length).toBe(100)

  const empty = new Uint8Array(0)
  free(empty)
  expect(empty.length).toBe(0)
})

test('a piece can be read until the next one is asked for', async () => {
  const pieces = [1, 2, 3].map((fill) => new Uint8Array(10).fill(fill))
  const seen: number[] = []
  const [first = new Uint8Array(0), ...rest] = pieces
  for await (const piece of freeing(first, asyncly(rest))) seen.push(...piece)
  expect(seen).toEqual([1, 2, 3].flatMap((fill) => Array<number>(10).fill(fill)))
  expect(pieces.map(({ length }) => length)).toEqual([0, 0, 0])
})

async function* asyncly<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}
