import type { ReadParams } from '../../../shared/reading.ts'
import type { Utf8Text } from '../text/utf8-text.ts'
import type { Doc, Rendered } from './doc.ts'
import { excerpt } from './excerpt.ts'
import { fitLines, spreadRanks } from './fit.ts'
import { eachLine } from './lines.ts'
import { countChars, countTokens, headWithin, tailWithin } from './tokens.ts'

/** Of what the budget holds, this much goes to the head: it says what the text is, the tail how it ended. */
const HEAD_SHARE = 0.55
/** A cut moves to a line break if at least this much of the stretch remains. */
const KEPT = 0.6

/** What headings may take of the budget. */
const OUTLINE_SHARE = 0.35
const FEWEST_HEADINGS = 4
const LONGEST_HEADING = 80
/** Numbered, or in capitals, or called a part; below a blank line. */
const HEADING =
  /^\s*(?:(?:\d{1,2}\.)+\d*\.? +[A-Z].*|(?:Chapter|Section|Part|Article|Appendix)\b.*|[A-Z][A-Z0-9 '&/-]{3,60})$/

/** Content with longer lines than this on average is read on by characters. */
const LONG_LINE = 300
/** Bytes. */
const LONGEST_TOKEN = 128
/** Few texts have more bytes a token: they are not tried. */
const LONGEST_USUAL = 48
/** Bytes around a cut that are looked at. */
const MARGIN = 16 * 1024
const NEXT_LINES = 60
const NEXT_CHARS = 2_000

/** The line between head and tail: exactly how much is not shown. */
export const omissionMarker = (chars: number) => `[… ${chars} characters omitted …]`

/** As much head and tail as `tokens` hold around `[… N characters omitted …]`; text that fits is shown whole. */
export function previewText(doc: Doc, tokens: number): Rendered {
  if (doc.whole && doc.head.length <= tokens * LONGEST_USUAL && countTokens(doc.head.toString()) <= tokens) {
    return { text: doc.head.toString(), shown: [{ from: 'head', start: 0, end: doc.head.length }] }
  }
  const bare = omissionMarker(doc.sizes.chars ?? 0)
  const outline = describeOutline(doc, Math.floor(tokens * OUTLINE_SHARE))
  let left = tokens - countTokens(bare) - countTokens(outline) - 2
  while (left > 0) {
    const rendered = aroundMarker(doc, left, outline)
    const over = countTokens(rendered.text) - tokens
    if (over <= 0) return rendered
    left -= over
  }
  return { text: countTokens(bare) <= tokens ? bare : '', shown: [] }
}

/** The headings of a text, with their lines, on one line that ends with a break; '' where it has none. */
function describeOutline(doc: Doc, tokens: number): string {
  const headings: { text: string; number: number }[] = []
  let afterBlank = false
  eachLine(doc, ({ text, number }) => {
    if (afterBlank && text.length <= LONGEST_HEADING && HEADING.test(text)) headings.push({ text, number })
    afterBlank = text.trim() === ''
  })
  if (headings.length < FEWEST_HEADINGS) return ''
  const ranks = spreadRanks(headings.length, 0)
  const group = { prefix: `${headings.length} headings (line text): `, joiner: ' · ' }
  const { text } = fitLines(
    headings.map((heading, i) => ({
      text: `${heading.number} ${excerpt(heading.text.trim(), 60)}`,
      rank: ranks[i] ?? 0,
      group,
    })),
    tokens - 1,
  )
  return text === '' ? '' : `${text}\n`
}

function aroundMarker(doc: Doc, tokens: number, outline: string): Rendered {
  const head = headOf(doc, Math.floor(tokens * HEAD_SHARE))
  const headEnd = Buffer.byteLength(head)
  const from = doc.whole ? 'head' : 'tail'
  const tail = tailOf(doc[from], doc.whole ? headEnd : 0, tokens - countTokens(head))
  const omitted = (doc.sizes.chars ?? 0) - countChars(head) - countChars(tail)
  const end = doc[from].length
  return {
    text: `${head}${head === '' || head.endsWith('\n') ? '' : '\n'}${omissionMarker(omitted)}\n${outline}${tail}`,
    shown: [
      { from: 'head', start: 0, end: headEnd },
      { from, start: end - Buffer.byteLength(tail), end },
    ],
    next: readOnFrom(doc, head),
  }
}

function headOf({ head }: Doc, tokens: number): string {
  const text = head.slice(0, tokens * LONGEST_TOKEN + MARGIN)
  return text.slice(0, lineEndBefore(text, headWithin(text, tokens)))
}

/** The end of a text, not before the offset `first`. */
function tailOf(source: Utf8Text, first: number, tokens: number): string {
  const text = source.slice(Math.max(first, source.length - tokens * LONGEST_TOKEN - MARGIN))
  return text.slice(lineStartAfter(text, tailWithin(text, tokens)))
}

/** The read of what follows the part of the head that is shown. */
export function readOnFrom(doc: Doc, shown: string): ReadParams {
  const { chars, lines } = doc.sizes
  if ((chars ?? 0) <= (lines ?? 0) * LONG_LINE) {
    const line = shown.split('\n').length
    return { mode: 'lines', start: line, end: line + NEXT_LINES }
  }
  const start = countChars(shown)
  return { mode: 'range', start, end: start + NEXT_CHARS }
}

function lineEndBefore(text: string, end: number): number {
  const lineEnd = text.lastIndexOf('\n', end - 1) + 1
  return lineEnd >= end * KEPT ? lineEnd : end
}

function lineStartAfter(text: string, start: number): number {
  if (start === 0 || text.charCodeAt(start - 1) === 10) return start
  const lineStart = text.indexOf('\n', start) + 1
  const kept = text.length - lineStart
  return lineStart > 0 && kept > 0 && kept >= (text.length - start) * KEPT ? lineStart : start
}
