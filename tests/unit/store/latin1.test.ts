import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { looksLatin1 } from '../../../src/main/store/text/latin1.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const KOI8_PRIVET = Buffer.from('f0d2c9d7c5d42c20cdc9d2210a', 'hex')

describe('what is certainly Latin-1', () => {
  test.each([
    ['German', 'Straße;Größe;Übung\n'.repeat(9)],
    ['French, with a no-break space after É', "RÉSUMÉ\u00a0: l'été est déjà presque fini ici\n".repeat(9)],
    ['Catalan, with a dot within words', 'col·lecció intel·ligent\n'.repeat(9)],
    ['colours of a terminal', '\u001b[31mÄrger\u001b[0m im Büro\r\n'.repeat(9)],
  ])('M12: %s', (_what, text) => {
    expect(looksLatin1(latin1(text))).toBe(true)
  })

  test.each([
    ['ASCII', latin1('plain text '.repeat(9))],
    ['UTF-8', Buffer.from('Größe, naïve, 漢字 '.repeat(9))],
    ['UTF-8 that is cut off', Buffer.from('Größe, naïve '.repeat(9)).subarray(0, -5)],
    [
      'UTF-8 with one broken byte',
      Buffer.concat([Buffer.from('größe '.repeat(9)), Buffer.from([0xc3, 0x20])]),
    ],
    [
      'ASCII with a few stray bytes',
      Buffer.concat([Buffer.from('plain text '.repeat(9)), Buffer.from('e9ffe9', 'hex')]),
    ],
    ['Windows-1252 with its quotes', latin1('so \x93quoted\x94 '.repeat(9))],
    [
      'Polish in ISO-8859-2',
      Buffer.from('za\xbf\xf3\xb3\xe6 g\xea\xb6l\xb1 ja\xbc\xf1 '.repeat(9), 'latin1'),
    ],
    ['Russian in KOI8-R', Buffer.concat(Array.from({ length: 9 }, () => KOI8_PRIVET))],
    ['too little to tell', latin1('Größe')],
  ])('M12: not %s', (_what, bytes) => {
    expect(looksLatin1(bytes)).toBe(false)
  })

  test('no bytes are both: what is valid UTF-8 never is, nor what has a NUL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(looksLatin1(Buffer.from(text))).toBe(false)
      }),
    )
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 40, maxLength: 200 }), (bytes) => {
        bytes[20] = 0
        expect(looksLatin1(bytes)).toBe(false)
      }),
    )
  })
})
