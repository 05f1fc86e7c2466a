import type { ReadParams } from '../../../shared/reading.ts'
import type { Doc, Rendered } from './doc.ts'
import { excerpt } from './excerpt.ts'
import { fitLines, spreadRanks } from './fit.ts'
import { eachLine } from './lines.ts'
import { countChars } from './spans.ts'
import { countTokens, headWithin, tailWithin } from './tokens.ts'

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
const NEXT_LINES = 60
const NEXT_CHARS = 2_000

/** The line between head and tail: exactly how much is not shown. */
export const omissionMarker = (chars: number) => `[… ${chars} characters omitted …]`

/** As much head and tail as `tokens` hold around `[… N characters omitted …]`; text that fits is shown whole. */
export function previewText(doc: Doc, tokens: number): Rendered {
  if (doc.whole && doc.head.length <= tokens * 16 && countTokens(doc.head) <= tokens) {
    return { text: doc.head, shown: [{ from: 'head', start: 0, end: doc.head.length }] }
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
  const headEnd = lineEndBefore(doc.head, headWithin(doc.head, Math.floor(tokens * HEAD_SHARE)))
  const head = doc.head.slice(0, headEnd)
  const from = doc.whole ? 'head' : 'tail'
  const rest = doc.whole ? doc.head.slice(headEnd) : doc.tail
  const tail = rest.slice(lineStartAfter(rest, tailWithin(rest, tokens - countTokens(head))))
  const omitted = (doc.sizes.chars ?? 0) - countChars(head) - countChars(tail)
  const end = doc[from].length
  return {
    text: `${head}${head === '' || head.endsWith('\n') ? '' : '\n'}${omissionMarker(omitted)}\n${outline}${tail}`,
    shown: [
      { from: 'head', start: 0, end: headEnd },
      { from, start: end - tail.length, end },
    ],
    next: readOnFrom(doc, headEnd),
  }
}

/** The read of what follows the first `end` UTF-16 units of the head. */
export function readOnFrom(doc: Doc, end: number): ReadParams {
  const { chars, lines } = doc.sizes
  if ((chars ?? 0) <= (lines ?? 0) * LONG_LINE) {
    const line = doc.head.slice(0, end).split('\n').length
    return { mode: 'lines', start: line, end: line + NEXT_LINES }
  }
  const start = countChars(doc.head, 0, end)
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
