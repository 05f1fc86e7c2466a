import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { CHUNK_BYTES } from '../../../src/main/store/blob.ts'
import { freeUnpacked, unpack } from '../../../src/main/store/chunks.ts'
import { pack } from '../../../src/main/store/ingest/pack.ts'

const TIMES = 500

test('what was unpacked and is given back does not wait for the collector', () => {
  const content = Buffer.alloc(CHUNK_BYTES, randomBytes(64).toString('hex'))
  const { data, chunks } = pack(content)
  const before = process.memoryUsage().arrayBuffers
  for (let n = 0; n < TIMES; n++) {
    const chunk = unpack(chunks[0]?.codec ?? 0, data)
    expect(Buffer.compare(chunk, content)).toBe(0)
    freeUnpacked(chunk)
  }
  const left = process.memoryUsage().arrayBuffers - before
  expect(left).toBeLessThan((TIMES * CHUNK_BYTES) / 10)
})
