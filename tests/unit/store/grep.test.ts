import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StoredChunk } from '../../../src/main/store/chunks.ts'
import { blocksOf } from '../../../src/main/store/search/blocks.ts'
import { Grep, type GrepQuery } from '../../../src/main/store/search/grep.ts'
import { charsetOf } from '../../../src/main/store/text/charset.ts'

const query = (given: Partial<GrepQuery>): GrepQuery => ({
  pattern: 'x',
  ignoreCase: false,
  context: 0,
  maxMatches: 1_000_000,
  skip: 0,
  maxLineChars: 1_000_000,
  maxChars: 100_000_000,
  ...given,
})

const linesOf = (whole: string) => {
  const lines = whole.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Line by line, as one would write it in a minute. */
function naive(whole: string, { pattern, ignoreCase, context, skip, maxMatches }: GrepQuery) {
  const lines = linesOf(whole)
  // Of one line nothing but its end is an end; `x$` finds it there, and before the carriage return of one that has one.
  const expression = new RegExp(pattern, ignoreCase ? 'is' : 's')
  const matches = (line: string) =>
    expression.test(line) || (pattern.includes('$') && expression.test(line.replace(/\r$/, '')))
  const matching = lines.flatMap((line, i) => (matches(line) ? [i] : []))
  const given = matching.slice(skip, skip + maxMatches)
  const shown = new Set(
    given.flatMap((at) => Array.from({ length: 2 * context + 1 }, (_, i) => at - context + i)),
  )
  const next = matching[skip + maxMatches] ?? Infinity
  const starts: number[] = []
  let char = 0
  for (const line of lines) {
    starts.push(char)
    char += Array.from(line).length + 1
  }
  return {
    total: matching.length,
    given: given.length,
    lines: lines.flatMap((text, i) =>
      shown.has(i) && i < next ? [{ line: i + 1, char: starts[i], text, match: given.includes(i) }] : [],
    ),
  }
}

type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be'

function encoded(whole: string, encoding: TextEncoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(whole)
  const units = Buffer.from(whole, 'utf16le')
  return encoding === 'utf-16le' ? units : units.swap16()
}

interface Cut {
  readonly encoding: TextEncoding
  /** Bytes of a chunk, which the store cuts without regard to characters, only never inside a UTF-16 unit. */
  readonly chunk: number
  readonly block: number
}

function grep(whole: string, asked: GrepQuery, { encoding, chunk, block }: Cut) {
  const charset = charsetOf(encoding)
  if (!charset) throw new Error(`no charset ${encoding}`)
  const bytes = encoded(whole, encoding)
  const chunks: StoredChunk[] = []
  let [charStart, lineStart] = [0, 0]
  for (let at = 0; at < bytes.length; at += chunk) {
    // Whoever searches takes the chunks over, memory and all.
    const piece = Uint8Array.from(bytes.subarray(at, at + chunk))
    chunks.push({ bytes: piece, charStart, lineStart })
    charStart += charset.countChars(piece)
    lineStart += charset.countNewlines(piece)
  }
  const search = new Grep(asked)
  for (const one of blocksOf(charset, chunks, block)) search.push(one)
  return search.result()
}

const plain: Cut = { encoding: 'utf-8', chunk: 64, block: 128 }

const word = fc.constantFrom(
  'x',
  'xx',
  'a',
  'ERROR',
  'error',
  '',
  'ß',
  '漢',
  '🧊',
  '\r',
  'x\r',
  ' ',
  '\u2028',
  '\t',
)
const line = fc.array(word, { maxLength: 5 }).map((words) => words.join(''))
const document = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
  .map(([lines, ends]) => lines.join('\n') + (ends && lines.length > 0 ? '\n' : ''))
const patterns = fc.constantFrom(
  'x',
  'ERROR',
  'x+',
  '^x',
  'x$',
  '^$',
  'a|ß',
  '[^x]',
  '\\s',
  '漢|🧊',
  '.',
  '^',
  '\\W',
  'x*',
  '\\bx',
  'x.a',
  '^.$',
  '.+$',
  '^(?:x|ERROR) ?$',
  '[\t-~]x',
  'x$|^a',
)
const cuts = fc.record({
  encoding: fc.constantFrom<TextEncoding[]>('utf-8', 'utf-16le', 'utf-16be'),
  chunk: fc.integer({ min: 1, max: 12 }).map((units) => 2 * units),
  block: fc.integer({ min: 1, max: 60 }),
})

describe('beside a search line by line', () => {
  test('M12 P5: matches, context, numbers and totals are the same for any text in any blocks', () => {
    fc.assert(
      fc.property(
        document,
        patterns,
        fc.boolean(),
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 0, max: 4 }),
        fc.oneof(fc.constant(1_000_000), fc.integer({ min: 1, max: 4 })),
        cuts,
        (whole, pattern, ignoreCase, context, skip, maxMatches, cut) => {
          const asked = query({ pattern, ignoreCase, context, skip, maxMatches })
          const found = grep(whole, asked, cut)
          const wanted = naive(whole, asked)
          expect({ total: found.total, given: found.given }).toEqual({
            total: wanted.total,
            given: wanted.given,
          })
          expect(found.lines.map(({ line, char, text, match }) => ({ line, char, text, match }))).toEqual(
            wanted.lines,
          )
        },
      ),
      { numRuns: 1_500 },
    )
  })

  test('a long line is cut around its match, at whole characters, and says where', () => {
    const long = fc
      .array(fc.constantFrom('a', '漢', '🧊', 'é'), { maxLength: 300 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(long, long, fc.integer({ min: 8, max: 60 }), (before, after, maxLineChars) => {
        const whole = `first\n${before}NEEDLE${after}\nlast`
        const [shown] = grep(whole, query({ pattern: 'NEEDLE', maxLineChars }), plain).lines
        if (!shown) throw new Error('no match')
        const cut = before.length + after.length + 6 > maxLineChars
        expect(shown.cut).toBe(cut)
        expect(shown.text).toContain('NEEDLE')
        expect(shown.text.length).toBeLessThanOrEqual(cut ? maxLineChars + 2 : maxLineChars)
        expect(shown.text).toBe(shown.text.toWellFormed())
        expect(
          Array.from(whole)
            .slice(shown.char, shown.char + shown.chars)
            .join(''),
        ).toBe(shown.text)
      }),
      { numRuns: 300 },
    )
  })
})

test('empty content has no lines, so nothing matches in it', () => {
  for (const pattern of ['', '^', '$', '.*']) expect(grep('', query({ pattern }), plain).total).toBe(0)
})

test('one reply is capped by its characters, but gives one match at least', () => {
  const whole = `${'x'.repeat(100)}\n`.repeat(50)
  const { given, total } = grep(whole, query({ maxChars: 1_000 }), plain)
  expect([given, total]).toEqual([10, 50])
  expect(grep(whole, query({ maxChars: 10 }), plain).given).toBe(1)
})

test.each([
  'a\\sb',
  'a[^c]b',
  'a\\Wb',
  'a\\nb',
  'a\nb',
  'a(?s:.)b',
  'a\\12b',
  'a[\\t-~]b',
  'a[\\b-~]b',
  'a[\t-~]b',
])('a match never spans lines: %j', (pattern) => {
  expect(grep('a\nb\n', query({ pattern }), plain).total).toBe(0)
})

test('a line ends at a newline alone: ^, $ and . know no other end', () => {
  const count = (whole: string, pattern: string) => grep(whole, query({ pattern }), plain).total
  expect(count('one\rtwo\n', '^two')).toBe(0)
  expect(count('one\rtwo\n', 'one$')).toBe(0)
  expect(count('one\rtwo\n', 'one.two')).toBe(1)
  expect(count('one\u2028two\n', '^two')).toBe(0)
  expect(count('one\u2028two\n', '^one.two$')).toBe(1)
  // As everyone expects of a file with Windows' line ends, though the \r is part of the line.
  expect(count('one\r\n\r\ntwo\r\n', 'one$')).toBe(1)
  expect(count('one\r\n\r\ntwo\r\n', '^$')).toBe(1)
  expect(count('one\r\n\r\ntwo\r\n', '\\r$')).toBe(3)
})

test('a wrong pattern is refused with what is wrong with it', () => {
  expect(() => new Grep(query({ pattern: '(' }))).toThrow(/Unterminated group|Invalid regular expression/)
})
