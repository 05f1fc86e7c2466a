import { describe, expect, test } from 'vitest'
import { formatAge, formatBytes, formatSeconds } from '../../../src/main/cli/format.ts'
import { parseBytes, parseDuration, parseInteger, parsePort } from '../../../src/main/cli/parse.ts'
import { visible } from '../../../src/main/cli/print.ts'
import { formatTable } from '../../../src/main/cli/table.ts'

describe('sizes and times', () => {
  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1.0 KB'],
    [1_126, '1.1 KB'],
    [10_240, '10 KB'],
    [831_488, '812 KB'],
    [1_048_576, '1.0 MB'],
    [9_583_464, '9.1 MB'],
    [1_073_741_824, '1.0 GB'],
  ])('%i bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

  test.each([
    [0, '0s'],
    [59, '59s'],
    [60, '1m'],
    [86_399, '23h'],
    [86_400, '1d'],
    [-5, '0s'],
  ])('%i seconds are %s', (seconds, text) => expect(formatSeconds(seconds)).toBe(text))

  test('an age counts from the time given', () => {
    expect(formatAge('2026-11-21T10:00:00Z', Date.parse('2026-11-21T12:30:00Z'))).toBe('2h')
  })
})

describe('what a person types', () => {
  test.each([
    ['90', 90],
    ['90s', 90],
    ['15m', 900],
    ['24h', 86_400],
    ['7d', 604_800],
  ])('the duration %s', (text, seconds) => expect(parseDuration(text)).toBe(seconds))

  test.each([
    ['4096', 4_096],
    ['500KB', 512_000],
    ['50 mb', 52_428_800],
    ['1G', 1_073_741_824],
  ])('the size %s', (text, bytes) => expect(parseBytes(text)).toBe(bytes))

  test.each<[string, (text: string) => number, string]>([
    ['duration', parseDuration, '7 weeks'],
    ['duration', parseDuration, '-1h'],
    ['size', parseBytes, '1.5GB'],
    ['size', parseBytes, ''],
    ['number', parseInteger, '1e3'],
    ['port', parsePort, '65536'],
  ])('a bad %s is refused', (_, parse, text) => expect(() => parse(text)).toThrow(/must/))
})

describe('formatTable', () => {
  test('lines up words to the left and numbers to the right', () => {
    const table = formatTable(
      [{ title: 'NAME' }, { title: 'SIZE', align: 'right' }],
      [
        ['é', '1 KB'],
        ['longer', '12 KB'],
      ],
    )
    expect(table.split('\n')).toEqual(['NAME     SIZE', 'é        1 KB', 'longer  12 KB'])
  })

  test('keeps a row on its line and a terminal unsteered', () => {
    expect(formatTable([{}], [['a\nb\u001b[31mc']])).toBe('a b^[[31mc')
  })
})

test('visible shows control characters and leaves text, tabs and lines', () => {
  expect(visible('a\tb\n\u001b]0;x\u0007 \u009b31m é')).toBe('a\tb\n^[]0;x^G \\x9b31m é')
})

test('visible shows what turns the direction of text, and leaves text that is written so', () => {
  expect(visible('run \u202e4pm.sh \u2067x\u2069 שלום')).toBe('run \\u202e4pm.sh \\u2067x\\u2069 שלום')
})
