import { createHash } from 'node:crypto'
import type { Doc } from '../../../src/main/policy/preview/index.ts'
import { Utf8Text } from '../../../src/main/policy/text/utf8-text.ts'

function linesOf(text: string): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

const codePoints = (text: string) => Array.from(text).length

/** A doc as the store makes one of a text that it looks at whole. */
export function textDoc(text: string, fields: Partial<Doc> = {}): Doc {
  const bytes = Buffer.from(text)
  return {
    sizes: { bytes: bytes.length, chars: codePoints(text), lines: linesOf(text) },
    encoding: 'utf-8',
    mime: null,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    magic: bytes.subarray(0, 4_096),
    head: Utf8Text.of(text),
    tail: Utf8Text.of(''),
    whole: true,
    ...fields,
  }
}

/** A doc of a text so large that only its ends are looked at, here `ends` characters each. */
export function partialDoc(text: string, ends: number): Doc {
  const chars = Array.from(text)
  return textDoc(text, {
    head: Utf8Text.of(chars.slice(0, ends).join('')),
    tail: Utf8Text.of(chars.slice(-ends).join('')),
    whole: false,
  })
}

export function binaryDoc(bytes: Uint8Array): Doc {
  return {
    sizes: { bytes: bytes.length, chars: null, lines: null },
    encoding: 'binary',
    mime: null,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    magic: bytes.subarray(0, 4_096),
    head: Utf8Text.of(''),
    tail: Utf8Text.of(''),
    whole: false,
  }
}
