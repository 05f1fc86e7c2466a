import fc from 'fast-check'
import { expect, test } from 'vitest'
import { levelOf } from '../../../src/main/policy/preview/log-level.ts'
import { sortOf, templateOf } from '../../../src/main/policy/preview/log-line.ts'
import { readCorpus } from './corpus.ts'

const WORDS = [
  'INFO',
  'warn',
  'Warning',
  'err',
  'ERROR',
  'errors',
  'panic',
  'information',
  'worker-3',
  'deadbeef',
  'took',
]
const SIGNS = [
  ' ',
  '[',
  ']',
  '(',
  '|',
  '"',
  '=',
  ':',
  '<',
  '>',
  ',',
  '—',
  '\u2003',
  '\uFEFF',
  'é',
  'y',
  ' ',
  '2026-11-22T03:00:00Z',
  '7 ms',
  '\t',
]

const line = fc
  .array(fc.oneof(fc.constantFrom(...WORDS), fc.constantFrom(...SIGNS)), { maxLength: 30 })
  .map((parts) => parts.join(''))

/** What a level is, in the words of a regular expression: as slow as it is plain. */
const LEVEL =
  /(?:^|[\s[(|"=:<])(trace|debug|info|notice|warn(?:ing)?|err(?:or)?|fatal|critical|panic|emerg)(?=[\s\])|":,>]|$)/i
const NAMES: Readonly<Record<string, string>> = { WARN: 'WARNING', ERR: 'ERROR', EMERG: 'PANIC' }

function levelByPattern(text: string): string | null {
  const found = LEVEL.exec(text)
  const level = found?.[1]?.toUpperCase()
  if (!found || level === undefined) return null
  const start = found.index + found[0].length - level.length
  return Buffer.byteLength(text.slice(0, start)) < 80 ? (NAMES[level] ?? level) : null
}

const sort = (text: string) => sortOf(Buffer.from(text))

test('the level of a line is the first one that stands near its start as a word of its own', () => {
  fc.assert(
    fc.property(line, line, (before, text) => {
      const bytes = Buffer.from(text)
      expect(levelOf(bytes)?.name ?? null).toBe(levelByPattern(text))
      const source = Buffer.from(`${before}\n${text}\n${before}`)
      const start = Buffer.byteLength(before) + 1
      expect(levelOf(source, start, start + bytes.length)?.name ?? null).toBe(levelByPattern(text))
    }),
    { numRuns: 3_000 },
  )
})

test('lines of one sort have one template', () => {
  for (const file of ['jobs.log', 'dpkg.log', 'access.log']) {
    const templates = new Map<number, string>()
    for (const text of readCorpus(file).split('\n')) {
      const template = templateOf(text)
      expect(templates.get(sort(text)) ?? template).toBe(template)
      templates.set(sort(text), template)
    }
    expect(templates.size).toBeGreaterThan(1)
  }
})

test('values of another length make no other sort', () => {
  const first = '2026-11-22T03:00:00.123Z INFO worker-7 request=9af31c done in 7 ms'
  const second = '2026-11-22T03:00:09.5Z INFO worker-12 request=01 done in 1234 ms'
  expect(sort(second)).toBe(sort(first))
  expect(sort('2026-11-22T03:00:00Z INFO worker-7 failed in 7 ms')).not.toBe(sort(first))
})
