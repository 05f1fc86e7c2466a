import type { Encoding, Sizes } from '../../../shared/entry.ts'
import type { Doc, Shown } from './doc.ts'

/** How many code points `text` has between two UTF-16 offsets. */
export function countChars(text: string, start = 0, end = text.length): number {
  let pairs = 0
  for (let i = start; i < end; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) pairs++
  return end - start - pairs
}

/** How to count in a doc: where it has as many code points as UTF-16 units, every stretch of it has. */
function counterOf({ whole, head, sizes }: Doc): (text: string, start: number, end: number) => number {
  return whole && head.length === sizes.chars ? (_text, start, end) => end - start : countChars
}

/**
 * The shown stretches as code points of the whole content, ascending and merged. Two lines that follow each other are
 * one stretch: the line break between them is shown too.
 */
export function toSpans(doc: Doc, shown: readonly Shown[]): [number, number][] {
  const positionIn = { head: charCounter(doc.head, 0, counterOf(doc)), tail: tailCounter(doc) }
  return merge(doc, shown).map(({ from, start, end }) => [positionIn[from](start), positionIn[from](end)])
}

/** Code points up to an offset, counted from the offset before: offsets must ascend. */
function charCounter(
  source: string,
  first: number,
  count: ReturnType<typeof counterOf> = countChars,
): (offset: number) => number {
  let at = 0
  let chars = first
  return (offset) => {
    chars += count(source, at, offset)
    at = offset
    return chars
  }
}

function tailCounter(doc: Doc): (offset: number) => number {
  return doc.tail === '' ? () => 0 : charCounter(doc.tail, (doc.sizes.chars ?? 0) - countChars(doc.tail))
}

/** What is left out when these stretches are shown, exactly. */
export function omittedFrom(doc: Doc, shown: readonly Shown[]): Sizes {
  const { bytes, chars, lines } = doc.sizes
  if (chars === null || lines === null) return { bytes, chars, lines }
  const stretches = merge(doc, shown)
  const count = counterOf(doc)
  const sum = (measure: (stretch: Shown) => number) =>
    stretches.reduce((total, stretch) => total + measure(stretch), 0)
  const omittedChars = chars - sum(({ from, start, end }) => count(doc[from], start, end))
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
      (next.start <= last.end || isLineBreak(doc[next.from], last.end, next.start))
    ) {
      merged[merged.length - 1] = { ...last, end: Math.max(last.end, next.end) }
    } else {
      merged.push(next)
    }
  }
  return merged
}

function isLineBreak(source: string, start: number, end: number): boolean {
  return end - start <= 2 && /^\r?\n$/.test(source.slice(start, end))
}

function encodedLength(source: string, start: number, end: number, encoding: Encoding): number {
  if (encoding === 'latin1') return end - start
  if (encoding === 'utf-8') return Buffer.byteLength(source.slice(start, end))
  return 2 * (end - start)
}

/** Lines of which every character, the line break aside, lies in the stretch. */
function wholeLines(doc: Doc, { from, start, end }: Shown): number {
  const source = doc[from]
  const startsLine = start === 0 ? from === 'head' : source.charCodeAt(start - 1) === 10
  let at = start
  if (!startsLine) {
    const breakAt = source.indexOf('\n', start)
    if (breakAt < 0 || breakAt >= end) return 0
    at = breakAt + 1
  }
  let count = 0
  for (let next = source.indexOf('\n', at); next >= 0 && next < end; next = source.indexOf('\n', at)) {
    count++
    at = next + 1
  }
  const endsContent = end === source.length && (doc.whole || from === 'tail')
  const endsLine = endsContent || /^\r?\n/.test(source.slice(end, end + 2))
  return count + (at < end && endsLine ? 1 : 0)
}
