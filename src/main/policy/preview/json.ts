import type { Doc, Rendered } from './doc.ts'
import { isRecord } from '../payload.ts'
import { excerpt } from './excerpt.ts'
import { fitLines, spreadRanks, type Line } from './fit.ts'
import { describeFailures } from './json-failures.ts'
import { scanJson, valueAt, type Scan } from './json-scan.ts'
import { describeShape, nameOf } from './shape-lines.ts'
import type { Place, Shape } from './shape.ts'
import { countChars } from './tokens.ts'

const SAMPLE = 280
const SHORT = 120
/** Items with more keys than this say too little without them. */
const FLAT_KEYS = 4
const BETWEEN = 12
const NEXT_CHARS = 2_000
/** UTF-16 units. */
const EARLY = 200

/** Scans a document that starts like JSON; null where it turns out to be something else. */
export function recognizeJson(doc: Doc): Scan | null {
  if (!/^\uFEFF?\s*[[{]/.test(doc.head.slice(0, 4_096))) return null
  const head = doc.head.toString()
  const scan = scanJson(head, head.charCodeAt(0) === 0xfeff ? 1 : 0)
  const rest = scan.end === 'whole' && /\S/.test(head.slice(scan.at, scan.at + 4_096))
  // A fault early on means that only the first character looked like JSON, as in `[INFO] started`.
  if (rest || (scan.end === 'invalid' && scan.at < EARLY)) return null
  return scan
}

/** The shape of a JSON document: keys, types, counts, ranges, what failed, samples of the items. */
export function previewJson(doc: Doc, scan: Scan, tokens: number): Rendered {
  const { shape } = scan
  const head = doc.head.toString()
  const lines: Line[] = [
    { text: `JSON ${nameOf(shape)}${extent(doc, scan)}`, rank: 0 },
    ...describeFailures(scan.failures, head, (start) => `character ${countChars(head, 0, start)}`),
    ...describeShape(shape, { text: head, inLines: false }),
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
  if (end === 'whole' && doc.whole) return ''
  const chars = countChars(doc.head.toString(), 0, at)
  if (end === 'invalid') return `, then not valid JSON at character ${chars}; described up to there`
  if (!doc.whole) return `, as far as looked at: the first ${chars} characters`
  return end === 'cut' ? `, cut short at character ${chars}` : ''
}

/** The first and the last item of the array that the document is, or mainly holds; of short items also some between. */
function samples(doc: Doc, { shape, end }: Scan): Line[] {
  const main = mainArray(shape)
  if (main === null) return []
  const { path, array } = main
  const head = doc.head.toString()
  const places = array.itemPlaces.things
  const first = places[0]
  const last = places.at(-1)
  if (first === undefined || last === undefined) return []
  const sample = (place: Place, index: number, rank: number): Line => ({
    text: `${path}[${index}] = ${excerpt(head.slice(place.start, place.end), SAMPLE)}`,
    rank,
  })
  const hasLast = array.itemCount > 1 && end === 'whole'
  return [
    sample(first, 0, rankOf(first, 10, 22)),
    ...(hasLast ? [sample(last, array.itemCount - 1, rankOf(last, 11, 30))] : []),
    ...between(head, array, path),
  ]
}

/** A short item is shown before others of its kind, a long one only where there is room. */
const rankOf = ({ start, end }: Place, short: number, long: number) => (end - start <= SHORT ? short : long)

interface MainArray {
  readonly path: string
  readonly array: Shape
}

function mainArray(shape: Shape): MainArray | null {
  if (shape.arrays === 1) return { path: '$', array: shape }
  const arrays = [...shape.fields].filter(([, field]) => field.arrays === 1 && field.items?.objects !== 0)
  const largest = arrays.sort(([, a], [, b]) => b.itemCount - a.itemCount)[0]
  if (shape.mapped !== null || largest === undefined || !NAME.test(largest[0])) return null
  return { path: `$.${largest[0]}`, array: largest[1] }
}

const NAME = /^[A-Za-z_]\w*$/

/** The values of flat items without their keys, as many as there is room for, spread over the whole array. */
function between(source: string, { itemPlaces, items }: Shape, path: string): Line[] {
  const keys = items?.fields.size ?? 0
  if (items === null || keys === 0 || keys > FLAT_KEYS) return []
  if ([...items.fields.values()].some(({ objects, arrays }) => objects + arrays > 0)) return []
  const places = itemPlaces.things.slice(1, -1)
  const group = { prefix: `between in ${path}: `, joiner: '; ' }
  const ranks = spreadRanks(places.length, BETWEEN)
  return places.flatMap(({ start, end }, i) => {
    const item = end - start > SAMPLE ? undefined : valueAt(source, start, SAMPLE)
    if (!isRecord(item)) return []
    return [
      { text: excerpt(Object.values(item).map(String).join(' '), 100), rank: ranks[i] ?? BETWEEN, group },
    ]
  })
}
