import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoredChunk } from '../../../src/main/store/chunks.ts'
import { Outline, type OutlineFrom } from '../../../src/main/store/search/outline.ts'

const CONTINUATION = /^[\u0080-\u00bf]/

/** A text as stored: in chunks of some bytes, each with the characters that begin before it. */
function chunksOf(text: string, size: number): StoredChunk[] {
  const bytes = Buffer.from(text)
  const chunks: StoredChunk[] = []
  let charStart = 0
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size)
    chunks.push({ bytes: piece, charStart, lineStart: 0 })
    charStart += piece.filter((byte) => !CONTINUATION.test(String.fromCharCode(byte))).length
  }
  return chunks
}

const ROOT: OutlineFrom = { char: 0, inside: null, index: 0 }

function outlineOf(text: string, size: number, from = ROOT, limit = 1_000) {
  const outline = new Outline(from, limit)
  const chunks = chunksOf(text, size)
  const first = chunks.findLastIndex(({ charStart }) => charStart <= from.char)
  for (const chunk of chunks.slice(first)) if (outline.push(chunk)) break
  return outline.result()
}

const charsOf = (text: string, [start, end]: readonly [number, number]) =>
  Array.from(text).slice(start, end).join('')

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Every member of every container of a text, found by walking from outline to outline. */
function walk(text: string, size: number, limit: number, value: unknown, from: OutlineFrom): void {
  if (!isContainer(value)) return
  const expected = Object.entries(value)
  const found = []
  for (let at: OutlineFrom | null = from; at !== null;) {
    const { items, next, count } = outlineOf(text, size, at, limit)
    found.push(...items)
    if (next === null) expect(count).toBe(expected.length)
    at = next
  }
  expect(found).toHaveLength(expected.length)
  for (const [index, [key, member]] of expected.entries()) {
    const item = found[index]
    if (item === undefined) throw new Error('a member is missing')
    expect(item.key).toBe(Array.isArray(value) ? null : key)
    expect(item.index).toBe(index)
    expect(JSON.parse(charsOf(text, item.span))).toEqual(member)
    expect(item.count).toBe(isContainer(member) ? Object.keys(member).length : null)
    if (!item.cut) expect(item.source).toBe(charsOf(text, item.span))
    walk(text, size, limit, member, { char: item.span[0], inside: null, index: 0 })
  }
}

test('D4: every member of any JSON is found where it lies, whatever the chunks and pages', () => {
  const spaced = fc.constantFrom(undefined, 2, '\t')
  const sizes = fc.constantFrom(3, 7, 64, 100_000)
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }),
      spaced,
      sizes,
      fc.integer({ min: 1, max: 5 }),
      (value, space, size, limit) => {
        const text = JSON.stringify(value, null, space)
        const parsed: unknown = JSON.parse(text)
        walk(text, size, limit, parsed, ROOT)
      },
    ),
    { numRuns: 400 },
  )
})

test('NDJSON is an array of its lines', () => {
  const { type, items, count } = outlineOf('{"a":1}\n[2,3]\n"x"\n7\n', 5, {
    char: 0,
    inside: 'array',
    index: 0,
  })
  expect(type).toBe('array')
  expect(count).toBe(4)
  expect(items.map(({ source }) => source)).toEqual(['{"a":1}', '[2,3]', '"x"', '7'])
})

test('a value without members has none, and what is not JSON says where', () => {
  expect(outlineOf(' "alone"', 4)).toMatchObject({ type: 'string', items: [], count: 0 })
  expect(() => outlineOf('{"a": oops}', 4)).toThrow('character 6')
  expect(() => outlineOf('INFO started', 4)).toThrow('character 0')
})
