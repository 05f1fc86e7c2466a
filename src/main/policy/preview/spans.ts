import type { Encoding, Sizes } from '../../../shared/entry.ts'
import type { Utf8Text } from '../text/utf8-text.ts'
import type { Doc, Shown } from './doc.ts'

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/**
 * The shown stretches as code points of the whole content, ascending and merged. Two lines that follow each other are
 * one stretch: the line break between them is shown too.
 */
export function toSpans(doc: Doc, shown: readonly Shown[]): [number, number][] {
  const positionIn = { head: charCounter(doc.head, 0), tail: tailCounter(doc) }
  return merge(doc, shown).map(({ from, start, end }) => [positionIn[from](start), positionIn[from](end)])
}

/** Code points up to an offset, counted from the offset before: offsets must ascend. */
function charCounter(source: Utf8Text, first: number): (offset: number) => number {
  let at = 0
  let chars = first
  return (offset) => {
    chars += source.countChars(at, offset)
    at = offset
    return chars
  }
}

function tailCounter({ tail, sizes }: Doc): (offset: number) => number {
  return tail.length === 0 ? () => 0 : charCounter(tail, (sizes.chars ?? 0) - tail.countChars())
}

/** What is left out when these stretches are shown, exactly. */
export function omittedFrom(doc: Doc, shown: readonly Shown[]): Sizes {
  const { bytes, chars, lines } = doc.sizes
  if (chars === null || lines === null) return { bytes, chars, lines }
  const stretches = merge(doc, shown)
  const sum = (measure: (stretch: Shown) => number) =>
    stretches.reduce((total, stretch) => total + measure(stretch), 0)
  const omittedChars = chars - sum(({ from, start, end }) => doc[from].countChars(start, end))
  return {
    // A byte order mark is no character, yet whoever sees every character has seen all.
    bytes:
      omittedChars === 0
        ? 0
        : bytes - sum(({ from, start, end }) => encodedLength(doc[from], start, end, doc.encoding)),
    chars: omittedChars,
    lines: omittedChars === 0 ? 0 : lines - sum((stretch) => wholeLines(doc, stretch)),
  }
}

function merge(doc: Doc, shown: readonly Shown[]): Shown[] {
  const merged: Shown[] = []
  const ordered = shown
    .filter(({ start, end }) => end > start)
    .sort((a, b) => (a.from === b.from ? a.start - b.start : a.from === 'head' ? -1 : 1))
  for (const next of ordered) {
    const last = merged.at(-1)
    if (
      last?.from === next.from &&
      (next.start <= last.end || afterLineBreak(doc[next.from], last.end) === next.start)
    ) {
      merged[merged.length - 1] = { ...last, end: Math.max(last.end, next.end) }
    } else {
      merged.push(next)
    }
  }
  return merged
}

/** The offset after the line break that stands at an offset; null where none stands there. */
function afterLineBreak({ bytes }: Utf8Text, at: number): number | null {
  const lineFeed = bytes[at] === CARRIAGE_RETURN ? at + 1 : at
  return bytes[lineFeed] === LINE_FEED ? lineFeed + 1 : null
}

/** The length of a stretch in the encoding of the content. */
function encodedLength(source: Utf8Text, start: number, end: number, encoding: Encoding): number {
  if (encoding === 'utf-8') return end - start
  const units = source.slice(start, end).length
  return encoding === 'latin1' ? units : 2 * units
}

/** Lines of which every character, the line break aside, lies in the stretch. */
function wholeLines(doc: Doc, { from, start, end }: Shown): number {
  const source = doc[from]
  const { bytes } = source
  const startsLine = start === 0 ? from === 'head' : bytes[start - 1] === LINE_FEED
  let at = start
  if (!startsLine) {
    const breakAt = bytes.indexOf(LINE_FEED, start)
    if (breakAt < 0 || breakAt >= end) return 0
    at = breakAt + 1
  }
  let count = 0
  for (
    let next = bytes.indexOf(LINE_FEED, at);
    next >= 0 && next < end;
    next = bytes.indexOf(LINE_FEED, at)
  ) {
    count++
    at = next + 1
  }
  const endsContent = end === source.length && (doc.whole || from === 'tail')
  const endsLine = endsContent || afterLineBreak(source, end) !== null
  return count + (at < end && endsLine ? 1 : 0)
}
