import type { Doc, Rendered } from './doc.ts'
import type { Line } from './fit.ts'
import { fitLines } from './fit.ts'
import { scanJson, type Scan } from './json-scan.ts'
import { describeShape, nameOf } from './shape-lines.ts'
import { countChars } from './spans.ts'

const SAMPLE = 280
const NEXT_CHARS = 2_000
/** UTF-16 units. */
const EARLY = 200

/** Scans a document that starts like JSON; null where it turns out to be something else. */
export function recognizeJson(doc: Doc): Scan | null {
  if (!/^\uFEFF?\s*[[{]/.test(doc.head.slice(0, 4_096))) return null
  const scan = scanJson(doc.head, doc.head.charCodeAt(0) === 0xfeff ? 1 : 0)
  const rest = scan.end === 'whole' && /\S/.test(doc.head.slice(scan.at, scan.at + 4_096))
  // A fault early on means that only the first character looked like JSON, as in `[INFO] started`.
  if (rest || (scan.end === 'invalid' && scan.at < EARLY)) return null
  return scan
}

/** The shape of a JSON document: keys, types, counts, ranges, the first item and the last. */
export function previewJson(doc: Doc, scan: Scan, tokens: number): Rendered {
  const { shape } = scan
  const lines: Line[] = [
    { text: `JSON ${nameOf(shape)}${extent(doc, scan)}`, rank: 0 },
    ...describeShape(shape, '$'),
    ...samples(doc, scan),
  ]
  const next =
    scan.end === 'whole' && doc.whole
      ? ({ mode: 'json', path: shape.arrays > 0 ? '$[0]' : '$' } as const)
      : ({ mode: 'range', start: 0, end: NEXT_CHARS } as const)
  return { ...fitLines(lines, tokens), next }
}

/** Says so where not all of the document was seen: never a part as if it were the whole. */
function extent(doc: Doc, { end, at }: Scan): string {
  const chars = countChars(doc.head, 0, at)
  if (end === 'invalid') return `, then not valid JSON at character ${chars}; described up to there`
  if (!doc.whole) return `, as far as looked at: the first ${chars} characters`
  return end === 'cut' ? `, cut short at character ${chars}` : ''
}

/** The first and the last item of a document that is an array, verbatim. */
function samples(doc: Doc, { shape, end }: Scan): Line[] {
  const { firstItem, lastItem, itemCount } = shape
  if (shape.arrays !== 1 || firstItem === null || lastItem === null) return []
  const sample = (place: { start: number; end: number }, index: number, rank: number): Line => {
    const cut = Math.min(place.end, place.start + SAMPLE)
    const text = doc.head.slice(place.start, cut)
    const more = cut < place.end ? '…' : ''
    return { text: `$[${index}] = ${text.replace(/\s+/g, ' ')}${more}`, rank }
  }
  return [
    sample(firstItem, 0, 25),
    ...(itemCount > 1 && end === 'whole' ? [sample(lastItem, itemCount - 1, 45)] : []),
  ]
}
