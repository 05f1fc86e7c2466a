import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { assemble } from '../../../src/main/store/ingest/assemble.ts'
import { tempStore } from './temp-store.ts'

const KB = 1024
const ORDER = { mime: null, preview: { style: 'auto', tokens: 200, name: 'x_1' }, at: 0 } as const
const lines = (bytes: number) => Buffer.from('größe=1 🧊 ok\n'.repeat(bytes / 16)).subarray(0, bytes)

/** As sockets give it: bits of any size. */
async function* cut(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length;) {
    const length = 1 + Math.floor(Math.random() * 100 * KB)
    yield content.subarray(at, at + length)
    at += length
  }
}

test('M5: however a body is cut on its way, and whatever comes with it, it is stored as if it had come whole', async () => {
  await using temp = await tempStore()
  const { store, ingest } = temp
  const sizes = [0, 1, 64 * KB - 1, 64 * KB, 256 * KB - 1, 256 * KB, 256 * KB + 1, 1024 * KB]
  const contents = sizes.flatMap((size) => [lines(size), randomBytes(size)])
  const taken = await Promise.all(
    contents.map((content) => ingest.stream(store, { body: cut(content), ...ORDER })),
  )
  for (const [i, { blob }] of taken.entries()) {
    if (!('chunks' in blob)) throw new Error('a short body is written in one go')
    const expected = assemble(contents[i] ?? Buffer.alloc(0), false)
    expect(Buffer.compare(blob.chunks.data, expected.chunks.data)).toBe(0)
    expect({ ...blob, chunks: blob.chunks.layout }).toEqual({ ...expected, chunks: expected.chunks.layout })
  }
})

test('a body that is too long to be held is written as it comes, whole and in order', async () => {
  await using temp = await tempStore()
  const { store, ingest } = temp
  const content = randomBytes(5 * 1024 * KB + 17)
  const { blob } = await ingest.stream(store, { body: cut(content), ...ORDER })
  if (!('staged' in blob)) throw new Error('it was held in memory')
  const { chunks: _chunks, ...facts } = assemble(content, false)
  expect(blob).toEqual({ ...facts, staged: blob.staged })
  const read = await store.read.bytes({ blob: blob.staged, start: 0, end: content.length })
  expect(Buffer.compare(read, content)).toBe(0)
})

test('a long content is previewed alike, whether its length was known before it came or not', async () => {
  await using temp = await tempStore()
  const { store, ingest } = temp
  const content = lines(17 * 1024 * KB)
  const body = () => cut(content)
  const known = await ingest.stream(store, { body: body(), expected: content.length, ...ORDER })
  const unknown = await ingest.stream(store, { body: body(), ...ORDER })
  expect(known.preview).toEqual(unknown.preview)
  expect(known.blob.sha256).toBe(unknown.blob.sha256)
})

test('a thread that was woken for nothing takes contents like any other', async () => {
  await using temp = await tempStore()
  const { store, ingest } = temp
  const content = lines(4 * KB)
  const before = await ingest.stream(store, { body: cut(content), ...ORDER })
  await using fresh = await tempStore()
  fresh.ingest.wake()
  fresh.ingest.wake()
  expect(await fresh.ingest.stream(fresh.store, { body: cut(content), ...ORDER })).toEqual(before)
})

test('a body that breaks off leaves nothing, and those beside it go on', async () => {
  await using temp = await tempStore()
  const { store, ingest } = temp
  const content = randomBytes(3 * 1024 * KB)
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield content
    throw new Error('the sender is gone')
  }
  const [failed, beside] = await Promise.allSettled([
    ingest.stream(store, { body: broken(), ...ORDER }),
    ingest.stream(store, { body: cut(content), ...ORDER }),
  ])
  expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'the sender is gone' } })
  expect(beside.status).toBe('fulfilled')
})

test('tokens are counted beside other work, and come to the same as in one go', async () => {
  await using temp = await tempStore()
  const text = Array.from({ length: 900 }, (_, i) => `line ${i}: größe 🧊 {"a": [${i}]};\n\n  //x\n`).join('')
  const sample = (whole: string) => ({ pieces: [whole], units: whole.length, whole: true })
  const [[small, large], [both]] = await Promise.all([
    temp.ingest.countEach([[sample('hello world')], [sample(text)]]),
    temp.ingest.countEach([[sample('hello world'), sample(text)]]),
  ])
  expect(small).toEqual({ tokens: 2, exact: true })
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  expect(large).toEqual({ tokens: countTokens(text), exact: true })
  expect(both).toEqual({ tokens: 2 + countTokens(text), exact: true })
})
