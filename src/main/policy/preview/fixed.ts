import type { Utf8Text } from '../text/utf8-text.ts'
import type { Doc, Rendered } from './doc.ts'
import { omissionMarker, readOnFrom } from './text.ts'
import { countChars } from './tokens.ts'

const END = 500
/** Bytes that a character may take. */
const LONGEST = 4

/** The fixed style `head-tail`: the first and the last 500 characters around the exact count of what is left out. */
export function previewHeadTail(doc: Doc): Rendered {
  const chars = doc.sizes.chars ?? 0
  if (doc.whole && chars <= 2 * END) {
    return { text: doc.head.toString(), shown: [{ from: 'head', start: 0, end: doc.head.length }] }
  }
  const head = firstChars(doc.head, END)
  const from = doc.whole ? 'head' : 'tail'
  const source = doc[from]
  const tail = lastChars(source, END)
  const headEnd = Buffer.byteLength(head)
  return {
    text: `${head}\n${omissionMarker(chars - countChars(head) - countChars(tail))}\n${tail}`,
    shown: [
      { from: 'head', start: 0, end: headEnd },
      { from, start: source.length - Buffer.byteLength(tail), end: source.length },
    ],
    next: readOnFrom(doc, head),
  }
}

/** The first `chars` code points. */
export function firstChars(text: Utf8Text, chars: number): string {
  const start = text.slice(0, LONGEST * chars)
  return start.slice(0, unitsOfFirst(start, chars))
}

function lastChars(text: Utf8Text, chars: number): string {
  const end = text.slice(text.length - LONGEST * chars)
  return end.slice(end.length - unitsOfLast(end, chars))
}

/** How many UTF-16 units the first `chars` code points take. */
export function unitsOfFirst(text: string, chars: number): number {
  let at = 0
  for (let count = 0; count < chars && at < text.length; count++)
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  return at
}

function unitsOfLast(text: string, chars: number): number {
  let at = text.length
  for (let count = 0; count < chars && at > 0; count++) {
    const pair = at > 1 && (text.codePointAt(at - 2) ?? 0) > 0xffff
    at -= pair ? 2 : 1
  }
  return text.length - at
}
