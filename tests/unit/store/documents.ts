import fc from 'fast-check'

/** Text as tools give it: lines of any ending, characters of one to four bytes, sometimes none at all. */
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 30 }) },
  { weight: 3, arbitrary: fc.constantFrom('\n', '\r\n', '\n\n', '\r', ' ', '\t') },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('größe', '漢字仮名', '🧊', '👩‍🚀', 'e\u0301', '\u{10ffff}', '\ufeff'),
  },
)

/** A NUL makes bytes that came without a promise something else than text, so it is left out. */
export const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('').replaceAll('\0', '0'))

/** Long enough to fill several chunks: a short text over and over, shifted by a few characters so that borders fall anywhere. */
export const longText = fc
  .tuple(text, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 5 }))
  .map(
    ([part, kilo, shift]) =>
      'x'.repeat(shift) + `${part}ß漢🧊\n`.repeat(Math.ceil((kilo * 24_000) / (part.length + 5))),
  )

/** The same bytes in pieces of any size, as a socket would give them. */
export function* cut(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  let at = 0
  for (let i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? bytes.length
    yield bytes.slice(at, at + size)
    at += size
  }
}
export const cutSizes = fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 6 })

/** Reference for lines: each with its newline, a last piece without one counts too. */
export const linesOf = (whole: string): string[] => whole.split(/(?<=\n)/).filter((line) => line !== '')
