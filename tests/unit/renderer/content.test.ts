import { describe, expect, test } from 'vitest'
import type { ApiClient } from '../../../src/renderer/api/client.ts'
import { countChars } from '../../../src/renderer/features/content/characters.ts'
import { coverageOf, mergeSpans, touches } from '../../../src/renderer/features/content/coverage.ts'
import { looksLikeError } from '../../../src/renderer/features/content/errors.ts'
import { parseGrep } from '../../../src/renderer/features/content/grep-text.ts'
import { hexLine } from '../../../src/renderer/features/content/hex-source.ts'
import { lineSource } from '../../../src/renderer/features/content/line-source.ts'

describe('N12: coverage', () => {
  test('spans that touch or overlap are one', () => {
    expect(
      mergeSpans([
        [5, 9],
        [0, 3],
        [3, 4],
        [8, 12],
        [20, 20],
      ]),
    ).toEqual([
      [0, 4],
      [5, 12],
    ])
  })

  test('each character counts once, whether the preview or reads showed it', () => {
    const coverage = coverageOf(
      [
        [0, 10],
        [90, 100],
      ],
      [
        { spans: [[5, 20]] },
        {
          spans: [
            [15, 30],
            [95, 100],
          ],
        },
      ],
    )
    expect(coverage.seen).toBe(40)
    expect(coverage.reads).toEqual([
      [5, 30],
      [95, 100],
    ])
  })

  test('half-open ranges touch only where they share a character', () => {
    const spans = [
      [5, 10],
      [20, 30],
    ] as const
    expect([
      touches(spans, 0, 5),
      touches(spans, 9, 10),
      touches(spans, 10, 20),
      touches(spans, 10, 21),
    ]).toEqual([false, true, false, true])
  })
})

test('error lines are known by their words, not by every mention', () => {
  expect(['ERROR x', '12:00 FATAL', 'TypeError: no', 'FAILED tests/a.py'].map(looksLikeError)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['no errors found', 'terror', 'errorCount=0', 'INFO ok'].map(looksLikeError)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('grep text gives lines, and the character of parts that were cut', () => {
  expect(parseGrep('12:ERROR a\n--\n1:[cut, from character 4096] …ERROR\n13-context')).toEqual([
    { line: 12, char: null },
    { line: 1, char: 4096 },
  ])
})

test('hex rows have sixteen bytes and what is printable', () => {
  const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x41])
  expect(hexLine(bytes)).toBe('89 50 4e 47 0d 0a 1a 0a  00 41                    ·PNG·····A')
})

describe('lines', () => {
  /** Answers as the daemon does: whole lines as far as `cap` characters allow, a first line that is longer is cut. */
  const serving = (text: string, cap: number): ApiClient => ({
    fetch: () => Promise.reject(new Error('not asked for')),
    call(_name, input) {
      const { start = 1, end = 1 } = input as { start?: number; end?: number }
      const lines = text.split(/(?<=\n)/)
      const before = lines.slice(0, start - 1).join('')
      let given = ''
      let line = start
      while (line < end && given.length + (lines[line - 1]?.length ?? 0) <= cap)
        given += lines[line++ - 1] ?? ''
      if (line === start) given = (lines[line++ - 1] ?? '').slice(0, cap)
      const from = countChars(before)
      const result = {
        text: given,
        returned: { start, end: line },
        span: [from, from + countChars(given)],
        truncated: line < end || !given.endsWith('\n'),
      }
      return Promise.resolve(result as never)
    },
  })
  const signal = new AbortController().signal

  test('rows carry their exact place in code points', async () => {
    const text = 'a😀b\n\nzwei\nlast'
    const source = lineSource(serving(text, 1_000), 'e_1', { chars: countChars(text), lines: 4 })
    const rows = await source.load(0, signal)
    expect(rows.map(({ text, start, end }) => [text, start, end])).toEqual([
      ['a😀b', 0, 4],
      ['', 4, 5],
      ['zwei', 5, 10],
      ['last', 10, 14],
    ])
  })

  test('a page whose replies are capped is put together; a line longer than a reply is cut and says so', async () => {
    const text = `${'x'.repeat(90)}\n${'y'.repeat(5_000)}\nend\n`
    const source = lineSource(serving(text, 3_000), 'e_1', { chars: text.length, lines: 3 })
    const rows = await source.load(0, signal)
    expect(rows.map(({ label, text, more }) => [label, text.length, more])).toEqual([
      ['1', 90, 0],
      ['2', 2_000, 3_000],
      ['3', 3, 0],
    ])
    expect(rows[2]?.start).toBe(5_092)
  })
})
