import * as fc from 'fast-check'
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { makePreview, type Doc } from '../../../src/main/policy/preview/index.ts'
import { binaryDoc, partialDoc, textDoc } from './document.ts'

const tokensOf = (text: string) => countO200k(text, { disallowedSpecial: new Set() })
const auto = (doc: Doc, tokens = 240) => makePreview(doc, { style: 'auto', tokens })
const lines = (count: number) =>
  Array.from({ length: count }, (_, i) => `line ${i + 1} of the text`).join('\n')

describe('plain text', () => {
  test('M3: head and tail stand around a marker with the exact number of omitted characters', () => {
    const text = `${lines(2_000)}\n`
    const { text: preview, omitted, spans } = auto(textDoc(text))
    const [, head = '', count, tail = ''] =
      /^([^]*)\[… (\d+) characters omitted …\]\n([^]*)$/.exec(preview) ?? []
    expect(text.startsWith(head)).toBe(true)
    expect(text.endsWith(tail)).toBe(true)
    expect(Number(count)).toBe(text.length - head.length - tail.length)
    expect(omitted).toEqual({
      bytes: Number(count),
      chars: Number(count),
      lines: 2_000 - (head.split('\n').length - 1) - (tail.split('\n').length - 1),
    })
    expect(spans).toEqual([
      [0, head.length],
      [text.length - tail.length, text.length],
    ])
    expect(tokensOf(preview)).toBeGreaterThan(200)
  })

  test('what fits is shown whole', () => {
    const doc = textDoc('short\r\ntext')
    expect(makePreview(doc, { style: 'auto', tokens: 40 })).toMatchObject({
      text: 'short\r\ntext',
      omitted: { bytes: 0, chars: 0, lines: 0 },
      spans: [[0, 11]],
    })
  })

  test('counts are code points, and bytes are those of the encoding', () => {
    const text = '𝒜é漢\n'.repeat(3_000)
    const { omitted, spans } = auto(textDoc(text))
    const shown = spans.map(([start, end]) => Array.from(text).slice(start, end).join('')).join('')
    expect(omitted.chars).toBe(12_000 - Array.from(shown).length)
    expect(omitted.bytes).toBe(Buffer.byteLength(text) - Buffer.byteLength(shown))
    const wide = auto(
      textDoc(text, { encoding: 'utf-16le', sizes: { bytes: 30_000, chars: 12_000, lines: 3_000 } }),
    )
    expect(wide.omitted.bytes).toBe(30_000 - Buffer.from(shown, 'utf16le').length)
  })

  test('of a text that was only looked at in part, the count still covers all of it', () => {
    const text = lines(50_000)
    const { text: preview, omitted, spans } = auto(partialDoc(text, 9_000))
    expect(preview).toContain(`[… ${omitted.chars} characters omitted …]`)
    expect(spans[1]?.[1]).toBe(text.length)
    const shown = spans.map(([start, end]) => text.slice(start, end))
    expect(preview).toBe(`${shown[0]}[… ${omitted.chars} characters omitted …]\n${shown[1]}`)
  })

  test('a hundred thousand equal letters take no time', () => {
    const start = performance.now()
    const { text } = auto(textDoc('a'.repeat(100_000)))
    expect(performance.now() - start).toBeLessThan(500)
    expect(tokensOf(text)).toBeLessThanOrEqual(240)
  })

  test('the next read starts where the head ended', () => {
    const { next, spans } = auto(textDoc(lines(2_000)))
    const headLines = lines(2_000).slice(0, spans[0]?.[1]).split('\n').length
    expect(next).toEqual({ mode: 'lines', start: headLines, end: headLines + 60 })
    expect(auto(textDoc('abcd '.repeat(9_000))).next).toMatchObject({ mode: 'range' })
  })
})

describe('the fixed styles', () => {
  const headTail = (doc: Doc) => makePreview(doc, { style: 'head-tail', tokens: 1 })
  const terse = (doc: Doc) => makePreview(doc, { style: 'terse', tokens: 1 })

  test('M3: head-tail shows exactly the first 500 and the last 500 characters', () => {
    const text = Array.from({ length: 4_321 }, (_, i) => (i % 7 === 0 ? '😀' : String(i % 10))).join('')
    const characters = Array.from(text)
    const { text: preview, omitted } = headTail(textDoc(text))
    const head = characters.slice(0, 500).join('')
    expect(preview).toBe(`${head}\n[… 3321 characters omitted …]\n${characters.slice(-500).join('')}`)
    expect(omitted.chars).toBe(3_321)
    expect(headTail(textDoc('x'.repeat(1_000))).text).toBe('x'.repeat(1_000))
  })

  test('A3: terse shows the first 200 characters of a text and an ellipsis', () => {
    const text = '😀'.repeat(150) + 'b'.repeat(150)
    expect(terse(textDoc(text)).text).toBe(`${'😀'.repeat(150)}${'b'.repeat(50)}…`)
    expect(terse(textDoc('short')).text).toBe('short')
  })

  test('A3: terse shows the count and the labels of a JSON array, the keys of an object', () => {
    const items = Array.from({ length: 12 }, (_, i) => ({ id: i, title: `Issue ${i}` }))
    const array = terse(textDoc(JSON.stringify(items))).text
    expect(array).toMatch(/^\[Array with 12 items\] Issue 0, Issue 1, .*Issue 9, …$/)
    expect(terse(textDoc('{"alpha":1,"beta":[2]}')).text).toBe('{Object with 2 keys} alpha, beta')
  })

  test('none shows nothing and leaves out everything', () => {
    const doc = textDoc(lines(100))
    expect(makePreview(doc, { style: 'none', tokens: 100 })).toMatchObject({
      text: '',
      omitted: doc.sizes,
      spans: [],
    })
  })
})

describe('binary content', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
    'base64',
  )

  test('M4: shows size, SHA-256, type and dimensions, and no content', () => {
    const doc = binaryDoc(png)
    for (const style of ['auto', 'head-tail', 'terse'] as const) {
      const preview = makePreview(doc, { style, tokens: 240 })
      expect(preview).toMatchObject({ kind: 'binary', mime: 'image/png', omitted: doc.sizes, spans: [] })
      expect(preview.text).toBe(
        `Binary content (image/png, 3 × 2 pixels): ${png.length} bytes, SHA-256 ${doc.sha256}`,
      )
    }
  })

  test('dimensions are read from every image format that has them at its start', () => {
    const sized = (hex: string) => auto(binaryDoc(Buffer.from(hex, 'hex'))).text
    expect(sized('4749463839612c01c800000000')).toContain('300 × 200')
    expect(sized('ffd8ffe000104a46494600010100000100010000ffc000110800c8012c03012200021101031101')).toContain(
      '300 × 200',
    )
    expect(sized('524946460000000057454250565038580a000000000000002b0100c70000')).toContain('300 × 200')
    expect(sized('424d000000000000000036000000280000002c01000038ffffff')).toContain('300 × 200')
  })

  test('an unknown or broken file is still described', () => {
    expect(auto(binaryDoc(Buffer.from([0, 1, 2, 255]))).text).toMatch(
      /^Binary content \(unknown type\): 4 bytes/,
    )
    expect(auto(binaryDoc(Buffer.from('ffd8ffe0ffff', 'hex'))).mime).toBe('image/jpeg')
  })
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 4_000 }),
  fc.string({ unit: 'grapheme', maxLength: 3_000 }),
  fc.array(fc.string({ unit: 'grapheme', maxLength: 80 }), { maxLength: 200 }).map((all) => all.join('\n')),
  fc
    .tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }), fc.nat(5_000))
    .map(([unit, n]) => unit.repeat(n)),
  fc.jsonValue().map((value) => JSON.stringify(value, null, 2)),
  fc
    .tuple(fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 5, maxLength: 60 }), fc.nat(3_000))
    .map(([items, cut]) => JSON.stringify(items).slice(0, 40 + cut)),
)
const anyDoc = fc.tuple(anyText, fc.option(fc.integer({ min: 10, max: 400 }))).map(([text, ends]) => {
  const whole = text.toWellFormed()
  return ends === null || Array.from(whole).length < 2 * ends
    ? { whole, doc: textDoc(whole) }
    : { whole, doc: partialDoc(whole, ends) }
})

describe('any content', () => {
  test('N4: never over the budget, never half a character, exact about what is left out, the same each time', () => {
    fc.assert(
      fc.property(anyDoc, fc.integer({ min: 0, max: 500 }), ({ whole, doc }, tokens) => {
        const preview = makePreview(doc, { style: 'auto', tokens })
        expect(tokensOf(preview.text)).toBeLessThanOrEqual(tokens)
        expect(preview.text.isWellFormed()).toBe(true)
        expect(makePreview(doc, { style: 'auto', tokens })).toEqual(preview)
        checkOmitted(whole, doc, preview.spans, preview.omitted.chars, preview.omitted.bytes)
      }),
      { numRuns: 600 },
    )
  })

  test('the fixed styles never throw, never cut a character and count exactly', () => {
    fc.assert(
      fc.property(
        anyDoc,
        fc.constantFrom('head-tail' as const, 'terse' as const),
        ({ whole, doc }, style) => {
          const preview = makePreview(doc, { style, tokens: 10 })
          expect(preview.text.isWellFormed()).toBe(true)
          checkOmitted(whole, doc, preview.spans, preview.omitted.chars, preview.omitted.bytes)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('binary content of any bytes is described within the budget', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 0, max: 300 }), (bytes, tokens) => {
        const preview = makePreview(binaryDoc(bytes), { style: 'auto', tokens })
        expect(tokensOf(preview.text)).toBeLessThanOrEqual(tokens)
        expect(preview.omitted).toEqual({ bytes: bytes.length, chars: null, lines: null })
      }),
    )
  })
})

function checkOmitted(
  whole: string,
  doc: Doc,
  spans: [number, number][],
  chars: number | null,
  bytes: number,
): void {
  const characters = Array.from(whole)
  const shown = spans.map(([start, end]) => characters.slice(start, end).join('')).join('')
  expect(chars).toBe((doc.sizes.chars ?? 0) - Array.from(shown).length)
  expect(bytes).toBe(doc.sizes.bytes - Buffer.byteLength(shown))
  expect(spans.flat()).toEqual(spans.flat().toSorted((a, b) => a - b))
}
