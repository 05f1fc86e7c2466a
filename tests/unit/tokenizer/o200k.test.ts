import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { countO200k } from '../../../src/main/tokenizer/o200k.ts'

const AS_TEXT = { disallowedSpecial: new Set<string>() }
const byLibrary = (text: string) => countTokens(text, AS_TEXT)

/** The library looks for the bytes of a byte order mark as text, which loses them, and so it finds no token that begins with one. */
const withoutMarks = (text: string) => text.replaceAll('\uFEFF', '')

const FILES = ['package-lock.json', 'docs/http-api.md', 'src/main/policy/preview/xml.ts', 'LICENSE']

describe('tokens of o200k are counted as the library counts them', () => {
  test.each(FILES)('in %s', (file) => {
    const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8').slice(0, 200_000)
    expect(countO200k(text)).toBe(byLibrary(text))
  })

  test.each([
    ['nothing', ''],
    ['a name of a special token', 'before<|endoftext|>after<|im_start|>'],
    ['scripts', 'Ελληνικά ქართული हिन्दी ไทย 日本語 中文 한국어 العربية עברית'],
    ['emoji that are joined', '👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 👍🏽'],
    ['halves of characters', 'a\uD83Db\uDE00c\uD83D'],
    ['a word of 4,000 letters', 'pneumonoultramicroscopic'.repeat(166)],
    ['blanks and line breaks', `${' '.repeat(300)}\r\n\t\n${'\n'.repeat(40)}  x`],
  ])('in %s', (_, text) => {
    expect(countO200k(text)).toBe(byLibrary(text))
  })

  test('in any text', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({
        unit: fc.constantFrom(' ', '\n', '\r', '\t', '/', "'", 's', 'L', '.', '0', 'é', '汉', '<|'),
        maxLength: 60,
      }),
      fc
        .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
        .map((units) => String.fromCharCode(...units)),
    )
    fc.assert(
      fc.property(texts.map(withoutMarks), (text) => countO200k(text) === byLibrary(text)),
      { numRuns: 2_000 },
    )
  })

  test('but for a byte order mark, which is a token of its own', () => {
    expect(countO200k('\uFEFF')).toBe(1)
    expect(countO200k('\uFEFFusing')).toBe(1)
  })
})
