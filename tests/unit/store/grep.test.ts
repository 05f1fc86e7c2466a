import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Grep, type GrepQuery } from '../../../src/main/store/search/grep.ts'

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
  // As JavaScript has it, ^ and $ stand at a carriage return too, so that `x$` finds a line that ends in one.
  const expression = new RegExp(pattern, ignoreCase ? 'im' : 'm')
  const matching = lines.flatMap((line, i) => (expression.test(line) ? [i] : []))
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

/** Blocks end after a newline, except the last. */
function grep(whole: string, asked: GrepQuery, blocks: number) {
  const search = new Grep(asked)
  const pieces = whole.split(/(?<=\n)/)
  for (let i = 0; i < pieces.length; i += blocks) search.push(pieces.slice(i, i + blocks).join(''))
  return search.result()
}

const word = fc.constantFrom('x', 'xx', 'a', 'ERROR', 'error', '', 'ß', '漢', '🧊', '\r', 'x\r', ' ')
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
)

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
        fc.integer({ min: 1, max: 9 }),
        (whole, pattern, ignoreCase, context, skip, maxMatches, blocks) => {
          const asked = query({ pattern, ignoreCase, context, skip, maxMatches })
          const found = grep(whole, asked, blocks)
          const wanted = naive(whole, asked)
          expect({ total: found.total, given: found.given }).toEqual({
            total: wanted.total,
            given: wanted.given,
          })
          expect(
            found.lines.filter(({ match }) => match).map(({ line, char, text }) => ({ line, char, text })),
          ).toEqual(
            wanted.lines.filter(({ match }) => match).map(({ line, char, text }) => ({ line, char, text })),
          )
          if (skip === 0 && maxMatches === 1_000_000)
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
        const [shown] = grep(whole, query({ pattern: 'NEEDLE', maxLineChars }), 1).lines
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
  for (const pattern of ['', '^', '$', '.*']) expect(grep('', query({ pattern }), 1).total).toBe(0)
})

test('one reply is capped by its characters, but gives one match at least', () => {
  const whole = `${'x'.repeat(100)}\n`.repeat(50)
  const { given, total } = grep(whole, query({ maxChars: 1_000 }), 7)
  expect([given, total]).toEqual([10, 50])
  expect(grep(whole, query({ maxChars: 10 }), 7).given).toBe(1)
})

test('a match never spans lines', () => {
  for (const pattern of ['a\\sb', 'a[^c]b', 'a\\Wb', 'a\\nb', '(?s)a.b'])
    expect(() => {
      expect(grep('a\nb\n', query({ pattern }), 5).total).toBe(0)
    }).not.toThrow(/expected/)
})

test('a wrong pattern is refused with what is wrong with it', () => {
  expect(() => new Grep(query({ pattern: '(' }))).toThrow(/Unterminated group|Invalid regular expression/)
})
