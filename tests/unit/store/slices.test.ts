import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { bytes, chars, lines } from '../../../src/main/store/reads/slices.ts'
import { cut, cutSizes, linesOf, longText, text } from './documents.ts'
import { StoredContents } from './stored-content.ts'

const stored = new StoredContents()
afterAll(() => stored[Symbol.dispose]())
const { reader } = stored

const place = fc.double({ min: 0, max: 1, noNaN: true })
const encodings = fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'latin1')
const document = fc.oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: longText })

function encode(whole: string, encoding: string): Uint8Array {
  if (encoding === 'utf-8' || encoding === 'latin1') return Buffer.from(whole, encoding)
  const little = Buffer.from(whole, 'utf16le')
  return encoding === 'utf-16le' ? little : little.swap16()
}

/** The same text as an encoding can have it, and is known by. */
function asText(given: string, encoding: string): string {
  if (encoding === 'utf-8') return given
  if (encoding !== 'latin1') return `\ufeff${given}`
  // Words to begin with of which no other encoding would make any: that makes it certain.
  return `Größe, Übung, Maß, Café: ${'a'.repeat(40)}\n${given.replaceAll(/[^\t\n\r -~]/gu, 'e')}`
}

test('M5: any range and any lines of any text, however it came, equal those of the whole', () => {
  fc.assert(
    fc.property(
      document,
      encodings,
      cutSizes,
      place,
      place,
      fc.integer({ min: 1, max: 50_000 }),
      (given, encoding, sizes, a, b, maxChars) => {
        const whole = asText(given, encoding)
        const raw = encode(whole, encoding)
        const content = stored.add(cut(raw, sizes), false)
        const points = Array.from(whole)
        const all = linesOf(whole)
        expect(content).toMatchObject({
          encoding,
          sha256: createHash('sha256').update(raw).digest('hex'),
          sizes: { bytes: raw.length, chars: points.length, lines: all.length },
        })

        const [from, to] = [a, b].map((at) => Math.floor(at * points.length)).sort((x, y) => x - y) as [
          number,
          number,
        ]
        expect(chars(reader, { content, start: from, end: to }).text).toBe(points.slice(from, to).join(''))
        expect(chars(reader, { content, start: 0, end: points.length }).text).toBe(whole)

        const [first, last] = [a, b].map((at) => Math.floor(at * all.length) + 1).sort((x, y) => x - y) as [
          number,
          number,
        ]
        const wanted = all.slice(first - 1, last - 1)
        const slice = lines(reader, { content, start: first, end: last, maxChars })
        const before = Array.from(all.slice(0, first - 1).join('')).length
        expect(slice.start).toBe(before)
        expect(Array.from(slice.text).length).toBeLessThanOrEqual(maxChars)
        expect(slice.end - slice.start).toBe(Array.from(slice.text).length)
        expect(wanted.join('').startsWith(slice.text)).toBe(true)
        if (slice.cutLine) {
          expect(slice.lastLine).toBe(first)
          expect(Array.from(slice.text).length).toBe(maxChars)
        } else {
          expect(slice.text).toBe(wanted.slice(0, slice.lastLine - first).join(''))
          // As many whole lines as fit: one more would not have.
          const more = wanted[slice.lastLine - first]
          if (more !== undefined) expect(Array.from(slice.text + more).length).toBeGreaterThan(maxChars)
        }
      },
    ),
    { numRuns: 150 },
  )
})

test('M5: any range of any bytes equals that of the whole', () => {
  const noise = fc.tuple(fc.uint8Array({ maxLength: 3_000 }), fc.integer({ min: 1, max: 70 }))
  fc.assert(
    fc.property(noise, cutSizes, place, place, ([part, times], sizes, a, b) => {
      const raw = Buffer.concat(Array.from({ length: times }, () => part))
      const content = stored.add(cut(raw, sizes), false)
      const [start, end] = [a, b].map((at) => Math.floor(at * raw.length)).sort((x, y) => x - y) as [
        number,
        number,
      ]
      expect(Buffer.from(bytes(reader, { blob: content.blob, start, end }))).toEqual(raw.subarray(start, end))
      expect(Buffer.from(bytes(reader, { blob: content.blob, start: 0, end: raw.length }))).toEqual(raw)
    }),
    { numRuns: 60 },
  )
})

test('text that came as a string stays text, NULs and byte order marks included', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), cutSizes, (whole, sizes) => {
      const content = stored.add(cut(Buffer.from(whole), sizes), true)
      const length = Array.from(whole).length
      expect(content).toMatchObject({ encoding: 'utf-8', sizes: { chars: length } })
      expect(chars(reader, { content, start: 0, end: length }).text).toBe(whole)
    }),
    { numRuns: 100 },
  )
})

test('bytes are text only where every one of them is', () => {
  fc.assert(
    fc.property(
      text,
      fc.uint8Array({ minLength: 1, maxLength: 6 }),
      text,
      cutSizes,
      (before, odd, after, sizes) => {
        const raw = Buffer.concat([Buffer.from(`a${before}`), odd, Buffer.from(after)])
        const valid = !raw.includes(0) && Buffer.from(raw.toString('utf8')).equals(raw)
        const { encoding, sizes: counted } = stored.add(cut(raw, sizes), false)
        expect(encoding).toBe(valid ? 'utf-8' : 'binary')
        expect(counted.chars === null).toBe(!valid)
      },
    ),
    { numRuns: 200 },
  )
})
