import { counted, excerpt, quoted } from './excerpt.ts'
import { spreadRanks, type Group, type Line } from './fit.ts'
import { valueAt } from './json-scan.ts'
import { isLabel, labelOf } from './label.ts'
import { lineCounter } from './markup-scan.ts'
import { Shape } from './shape.ts'
import type { NumberTally, StringTally } from './tally.ts'

const DEEPEST = 5
const VALUE = 60
const TALLIED = 8
/** So many values, short ones, are named one by one. */
const NAMED = 12
const NAMED_LENGTH = 160
/** And of what items are called by, some more. */
const NAMES = 24
const NAMES_LENGTH = 320
const PAIR_VALUE = 24
const KEYS = 24
/** An object of at least so many alike values is a map. */
const ALIKE = 8
/** Each level of nesting is this much less important than the one above. */
const LEVEL = 8
/** One value in every item says nothing, a few values in many items say most. */
const CONSTANT = 6
const CATEGORIES = -5
const PROSE = 5
/** `0`, `false`, `null`, `""` and `[]` of a single object: nothing happened there. */
const IDLE = 12
/** That there is an object is also said by the lines about its fields. */
const CONTAINER = 3
/** Samples of names and pairs are for the room that is left. */
const SAMPLES = 14
/** An object longer than this is not looked into for its name. */
const LONGEST_LABELLED = 20_000

/** What a value is, with its count: `array of 12 objects`, `object with 3 keys`, `string`. */
export function nameOf(shape: Shape): string {
  const kinds = [
    shape.arrays > 0 && arrayName(shape),
    shape.objects > 0 && objectName(shape),
    shape.strings.count > 0 && 'string',
    shape.numbers.count > 0 && 'number',
    shape.booleans > 0 && 'boolean',
    shape.nulls > 0 && 'null',
  ].filter((kind) => kind !== false)
  return kinds.join(' | ') || 'nothing'
}

const objectName = ({ mostKeys }: Shape) => `object with ${counted(mostKeys, 'key')}`

function arrayName({ items, fewestItems, mostItems }: Shape): string {
  if (mostItems === 0) return 'empty array'
  const name = items === null ? 'value' : itemName(items)
  return fewestItems === mostItems
    ? `array of ${counted(mostItems, name)}`
    : `array of ${fewestItems}…${mostItems} ${name}s`
}

function itemName(items: Shape): string {
  const all = items.count
  if (items.objects === all) return 'object'
  if (items.strings.count === all) return 'string'
  if (items.numbers.count === all) return 'number'
  return items.arrays === all ? 'array' : 'mixed value'
}

/** Where the lines about a value go: behind the path of the item that it is in, as `.key …; .other.key …`. */
interface Place {
  readonly group: Group
  /** The whole path of the item. */
  readonly base: string
  /** From the item to the value. */
  readonly below: string
}

const placeAt = (base: string): Place => ({ group: { prefix: base, joiner: '; ' }, base, below: '' })

/** The text of the document, and whether each line of it is a record. */
interface Source {
  readonly text: string
  readonly inLines: boolean
}

/** What is at each path of the document, the deeper the less important. */
export function describeShape(shape: Shape, source: Source): Line[] {
  return describe(shape, placeAt('$'), 0, source)
}

function describe(shape: Shape, place: Place, depth: number, source: Source): Line[] {
  if (depth > DEEPEST) return []
  return [...fieldLines(shape, place, depth, source), ...itemLines(shape, place, depth, source)]
}

function fieldLines(shape: Shape, place: Place, depth: number, source: Source): Line[] {
  const mapped = shape.mapped ?? alikeFields(shape)
  if (mapped !== null) {
    const path = place.base + place.below
    return [
      ...describeMapped(mapped, `${path}.*`, depth + 1, source),
      ...pairLines(shape, path, depth * LEVEL + 3, source),
    ]
  }
  // Deep down, what lies beyond the first fields would never be shown.
  const fields = depth === 0 ? [...shape.fields] : [...shape.fields].slice(0, KEYS)
  return fields.flatMap(([key, field], index) =>
    pathLines(
      field,
      { ...place, below: place.below + step(key) },
      depth + Math.floor(index / KEYS),
      { key, parents: shape.objects },
      source,
    ),
  )
}

function describeMapped(mapped: Shape, base: string, depth: number, source: Source): Line[] {
  const place = placeAt(base)
  const isPlain = mapped.objects === 0 && mapped.arrays === 0
  const own = isPlain
    ? [{ text: ` ${summaryOf(mapped, null, source)}`, rank: (depth - 1) * LEVEL + 2, group: place.group }]
    : []
  return [...own, ...describe(mapped, place, depth, source)]
}

/** All values together where they are objects with much the same keys; null where they are different things. */
function alikeFields({ fields, objects }: Shape): Shape | null {
  if (objects !== 1 || fields.size < ALIKE) return null
  const all = [...fields.values()]
  if (!all.every((field) => field.objects === field.count)) return null
  const merged = new Shape()
  for (const field of all) merged.merge(field)
  const shared = [...merged.fields.values()].some(({ count }) => count >= 0.8 * all.length)
  return shared ? merged : null
}

/** Pairs of a map, spread over all of it: of what is an object its first plain value. */
function pairLines({ pairPlaces }: Shape, path: string, rank: number, source: Source): Line[] {
  const pairs = pairPlaces.things
  const group = { prefix: `${path}: `, joiner: ', ' }
  const ranks = spreadRanks(pairs.length, rank)
  return pairs.flatMap(({ start, end }, i) => {
    const text = pairText(source.text.slice(start, Math.min(end, start + 400)))
    return text === null ? [] : [{ text, rank: ranks[i] ?? rank, group }]
  })
}

const PAIR = /^"((?:[^"\\]|\\.)*)"\s*:\s*(?:\{\s*"([\w$]+)"\s*:\s*)?("(?:[^"\\]|\\.)*"?|[-\w.+]+|[[{])/

function pairText(source: string): string | null {
  const match = PAIR.exec(source)
  if (match === null) return null
  const [, key = '', inner, value = ''] = match
  const said = value === '[' || value === '{' ? '…' : excerpt(value.replaceAll('"', ''), PAIR_VALUE)
  return `${excerpt(key, VALUE)}${inner === undefined ? '' : ` ${inner}`}: ${said}`
}

function itemLines(shape: Shape, place: Place, depth: number, source: Source): Line[] {
  const { items, mostItems } = shape
  if (items === null || mostItems === 0) return []
  const base = `${place.base}${place.below}[*]`
  const inner = placeAt(base)
  if (items.objects === 0 && items.arrays === 0) {
    return [
      { text: ` ${summaryOf(items, null, source)}`, rank: depth * LEVEL + 3, group: inner.group },
      ...sampleLines(items.strings, base, depth * LEVEL + SAMPLES),
    ]
  }
  // What is in every item of an array matters more than what is in one object.
  return describe(items, inner, depth, source).map((line) => ({ ...line, rank: line.rank - 3 }))
}

function pathLines(
  shape: Shape,
  place: Place,
  depth: number,
  { key, parents }: { key: string; parents: number },
  source: Source,
): Line[] {
  const { group, below } = place
  const inlined = inlineObject(shape, source)
  if (inlined !== null) return [{ text: `${below} ${inlined}`, rank: depth * LEVEL + 6, group }]
  const present = shape.count < parents ? ` (in ${shape.count} of ${parents})` : ''
  const summary = `${summaryOf(shape, key, source)}${present}`
  return [
    { text: `${below} ${summary}`, rank: depth * LEVEL + 5 + interest(shape, parents, summary), group },
    ...describe(shape, place, depth + 1, source),
    ...(isLabel(key) ? sampleLines(shape.strings, place.base + below, depth * LEVEL + SAMPLES) : []),
  ]
}

function interest(
  { strings, numbers, booleans, objects, arrays, count }: Shape,
  parents: number,
  summary: string,
): number {
  if (parents === 1 && IDLE_VALUES.test(summary)) return IDLE
  if (objects > 0 && arrays === 0) return CONTAINER
  const different = strings.values?.size ?? Infinity
  if (count < 2) return 0
  if (strings.count === count && different === 1) return CONSTANT
  if (numbers.count === count && numbers.least?.text === numbers.greatest?.text) return CONSTANT
  // Prose and addresses: too long to count, each of them different.
  if (strings.count === count && strings.values === null && summary.length > VALUE) return PROSE
  return booleans === count || (strings.count === count && 5 * different <= count) ? CATEGORIES : 0
}

const IDLE_VALUES = /^(?:0|null|""|empty array)$/

/** A single object of a few plain values is told in one line: `{type: "git", private: true}`. */
function inlineObject({ objects, count, fields, mapped }: Shape, source: Source): string | null {
  if (objects !== 1 || count !== 1 || mapped !== null || fields.size === 0 || fields.size > 4) return null
  const all = [...fields]
  if (!all.every(([, field]) => field.objects === 0 && field.arrays === 0)) return null
  const text = `{${all.map(([key, field]) => `${excerpt(key, VALUE)}: ${summaryOf(field, null, source)}`).join(', ')}}`
  return text.length <= 3 * VALUE ? text : null
}

/** Values between the first and the last, for what room is left. */
function sampleLines({ samples, count, values }: StringTally, path: string, rank: number): Line[] {
  const isListed = values !== null && (2 * values.size <= count || isShortList(values, true))
  if (isListed || count < 4) return []
  const between = samples.things.slice(1, -1)
  const group = { prefix: `between in ${path}: `, joiner: ', ' }
  const ranks = spreadRanks(between.length, rank)
  return between.map((text, i) => ({ text: quoted(text, VALUE), rank: ranks[i] ?? rank, group }))
}

/** What was seen of values that are all at one path, under `key` where it is known. */
function summaryOf(shape: Shape, key: string | null, source: Source): string {
  const { numbers, strings } = shape
  return [
    shape.arrays > 0 && arrayName(shape),
    shape.objects > 0 && objectName(shape),
    strings.count > 0 && stringsOf(strings, key === null || isLabel(key)),
    numbers.count > 0 && numbersOf(numbers, key, source),
    shape.booleans > 0 && booleansOf(shape),
    shape.nulls > 0 && (shape.count === 1 ? 'null' : `null ×${shape.nulls}`),
  ]
    .filter((part) => part !== false)
    .join(' | ')
}

/** Numbers of which the greatest says nothing: who has it is no question. */
const COUNTERS =
  /(?:^|_)(?:id|index|line|column|offset|start|end|time|ts|timestamp|pid|port|level)$|(?:Id|Line|Column|Offset|(?:[sS]tart|[eE]nd|[cC]reate|[uU]nix)Time)$/

function numbersOf(
  { least, greatest, values, count }: NumberTally,
  key: string | null,
  source: Source,
): string {
  if (least?.text === greatest?.text) return `${least?.text}`
  if (values !== null && 3 * values.size <= count) return describeCounts([...values], (text) => text)
  const who = key === null || greatest === null || COUNTERS.test(key) ? null : nameAt(source, greatest.at)
  return `number ${least?.text} … ${greatest?.text}${who === null ? '' : ` (${who})`}`
}

/** What the object that begins here is called, or the line that it is in; null where it has neither. */
function nameAt({ text, inLines }: Source, start: number): string | null {
  if (start < 0) return null
  if (inLines) return `line ${lineCounter(text)(start + 1)}`
  const label = labelOf(valueAt(text, start, LONGEST_LABELLED))
  return label === null ? null : excerpt(label, 40)
}

function describeCounts(counts: [string, number][], spell: (text: string) => string): string {
  const tallied = counts.sort(([, a], [, b]) => b - a)
  const shown = tallied.slice(0, TALLIED).map(([text, times]) => `${spell(text)} ×${times}`)
  const more = tallied.length - shown.length
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

function booleansOf({ booleans, trues }: Shape): string {
  if (booleans === 1) return String(trues === 1)
  if (trues === 0 || trues === booleans) return `${trues > 0} ×${booleans}`
  return `true ×${trues}, false ×${booleans - trues}`
}

const isShortList = (values: ReadonlyMap<string, number>, areNames: boolean) =>
  values.size <= (areNames ? NAMES : NAMED) &&
  [...values.keys()].join().length <= (areNames ? NAMES_LENGTH : NAMED_LENGTH)

function stringsOf({ count, values, samples, least, greatest }: StringTally, areNames: boolean): string {
  const all = samples.things
  const first = quoted(all[0] ?? '', VALUE)
  if (count === 1) return first
  if (least !== null && greatest !== null && isTime(least) && isTime(greatest))
    return `time ${least} … ${greatest}`
  if (values !== null && 2 * values.size <= count)
    return describeCounts([...values], (text) => quoted(text, VALUE))
  if (values !== null && isShortList(values, areNames)) {
    return [...values]
      .map(([text, times]) => quoted(text, VALUE) + (times > 1 ? ` ×${times}` : ''))
      .join(', ')
  }
  const different = values === null || values.size === count ? '' : `${values.size} different, `
  return `${different}${first} … ${quoted(all.at(-1) ?? '', VALUE)}`
}

const isTime = (text: string) => /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d[\d:.]*(Z|[+-]\d\d:?\d\d)?)?$/.test(text)

function step(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(excerpt(key, VALUE))}]`
}
