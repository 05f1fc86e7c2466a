import type { Doc, Rendered } from './doc.ts'
import { countChars } from './spans.ts'
import { omissionMarker, readOnFrom } from './text.ts'

const END = 500

/** The fixed style `head-tail`: the first and the last 500 characters around the exact count of what is left out. */
export function previewHeadTail(doc: Doc): Rendered {
  const chars = doc.sizes.chars ?? 0
  if (doc.whole && chars <= 2 * END) {
    return { text: doc.head, shown: [{ from: 'head', start: 0, end: doc.head.length }] }
  }
  const headEnd = unitsOfFirst(doc.head, END)
  const from = doc.whole ? 'head' : 'tail'
  const source = doc[from]
  const tailStart = source.length - unitsOfLast(source, END)
  const head = doc.head.slice(0, headEnd)
  const tail = source.slice(tailStart)
  return {
    text: `${head}\n${omissionMarker(chars - countChars(head) - countChars(tail))}\n${tail}`,
    shown: [
      { from: 'head', start: 0, end: headEnd },
      { from, start: tailStart, end: source.length },
    ],
    next: readOnFrom(doc, headEnd),
  }
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
