import { isRecord } from '../payload.ts'
import type { Utf8Text } from '../text/utf8-text.ts'
import type { Doc, Rendered } from './doc.ts'
import { firstChars, unitsOfFirst } from './fixed.ts'
import { labelOf } from './label.ts'
import { readOnFrom } from './text.ts'

const FIRST = 200
/** Enough of a big array or object to know it again; the count says how many there are. */
const NAMED = 10
const LABEL_CHARS = 60

/** The fixed style `terse`: the first 200 characters of text, the count and labels of an array, the keys of an object. */
export function previewTerse(doc: Doc): Rendered {
  const made = doc.whole ? describe(doc.head) : null
  if (made !== null) return { text: made, shown: [], next: { mode: 'json', path: '$' } }
  const start = firstChars(doc.head, FIRST)
  const end = Buffer.byteLength(start)
  const more = end < doc.head.length || !doc.whole
  return {
    text: start + (more ? '…' : ''),
    shown: [{ from: 'head', start: 0, end }],
    ...(more ? { next: readOnFrom(doc, start) } : {}),
  }
}

function describe(text: Utf8Text): string | null {
  if (!/^\s*[[{]/.test(text.slice(0, 4_096))) return null
  try {
    const value: unknown = JSON.parse(text.toString())
    if (Array.isArray(value)) return describeArray(value)
    if (isRecord(value)) return describeObject(value)
    return null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function describeArray(items: unknown[]): string {
  const labels = items.slice(0, NAMED).flatMap((item) => shortLabelOf(item))
  const more = items.length > NAMED && labels.length > 0 ? ', …' : ''
  return `[Array with ${items.length} items]${labels.length > 0 ? ` ${labels.join(', ')}${more}` : ''}`
}

function describeObject(value: Record<string, unknown>): string {
  const keys = Object.keys(value)
  const shown = keys.slice(0, NAMED * 3).map(short)
  return `{Object with ${keys.length} keys} ${shown.join(', ')}${keys.length > shown.length ? ', …' : ''}`
}

const shortLabelOf = (item: unknown) => {
  const label = labelOf(item)
  return label === null ? [] : [short(label)]
}

function short(text: string): string {
  const end = unitsOfFirst(text, LABEL_CHARS)
  return end < text.length ? `${text.slice(0, end)}…` : text
}
