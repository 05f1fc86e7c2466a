import { counted, excerpt, quoted } from './excerpt.ts'
import type { Line } from './fit.ts'
import { Shape } from './shape.ts'
import type { NumberTally, StringTally } from './tally.ts'

const DEEPEST = 5
const VALUE = 60
const TALLIED = 6
/** So many values, short ones, are named one by one. */
const NAMED = 16
const NAMED_LENGTH = 240
const KEYS = 24
const MAP_KEYS = 6
/** An object of at least so many alike values is a map. */
const ALIKE = 8
/** Each level of nesting is this much less important than the one above. */
const LEVEL = 10
/** One value in every item says nothing, a few values in many items say most. */
const CONSTANT = 4
const CATEGORIES = -5

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

/** A line for each path below `path`, the deeper the less important. */
export function describeShape(shape: Shape, path: string, depth = 0): Line[] {
  if (depth > DEEPEST) return []
  return [...fieldLines(shape, path, depth), ...itemLines(shape, path, depth)]
}

function fieldLines(shape: Shape, path: string, depth: number): Line[] {
  const mapped = shape.mapped ?? alikeFields(shape)
  if (mapped !== null) {
    const keys = [...shape.fields.keys()].slice(0, MAP_KEYS).map((key) => quoted(key, VALUE))
    return [
      { text: `${path}: keys ${keys.join(', ')}, …`, rank: depth * LEVEL + 2 },
      ...pathLines(mapped, `${path}.*`, depth + 1, mapped.count),
    ]
  }
  // Deep down, what lies beyond the first fields would never be shown.
  const fields = depth === 0 ? [...shape.fields] : [...shape.fields].slice(0, KEYS)
  return fields.flatMap(([key, field], index) =>
    pathLines(field, path + step(key), depth + Math.floor(index / KEYS), shape.objects),
  )
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

function itemLines({ items, mostItems }: Shape, path: string, depth: number): Line[] {
  if (items === null || mostItems === 0) return []
  const isPlain = items.objects === 0 && items.arrays === 0
  if (isPlain) return [{ text: `${path}[*] ${summaryOf(items)}`, rank: depth * LEVEL + 3 }]
  // What is in every item of an array matters more than what is in one object.
  return describeShape(items, `${path}[*]`, depth).map((line) => ({ ...line, rank: line.rank - 3 }))
}

function pathLines(shape: Shape, path: string, depth: number, parents: number): Line[] {
  const inlined = inlineObject(shape)
  if (inlined !== null) return [{ text: `${path} ${inlined}`, rank: depth * LEVEL + 6 }]
  const present = shape.count < parents ? ` (in ${shape.count} of ${parents})` : ''
  return [
    { text: `${path} ${summaryOf(shape)}${present}`, rank: depth * LEVEL + 5 + interest(shape) },
    ...describeShape(shape, path, depth + 1),
  ]
}

function interest({ strings, numbers, booleans, count }: Shape): number {
  const different = strings.values?.size ?? Infinity
  if (count < 2) return 0
  if (strings.count === count && different === 1) return CONSTANT
  if (numbers.count === count && numbers.least?.text === numbers.greatest?.text) return CONSTANT
  return booleans === count || (strings.count === count && 5 * different <= count) ? CATEGORIES : 0
}

/** A single object of a few plain values is told in one line: `{type: "git", private: true}`. */
function inlineObject({ objects, count, fields, mapped }: Shape): string | null {
  if (objects !== 1 || count !== 1 || mapped !== null || fields.size === 0 || fields.size > 4) return null
  const all = [...fields]
  if (!all.every(([, field]) => field.objects === 0 && field.arrays === 0)) return null
  const text = `{${all.map(([key, field]) => `${excerpt(key, VALUE)}: ${summaryOf(field)}`).join(', ')}}`
  return text.length <= 3 * VALUE ? text : null
}

/** What was seen of values that are all at one path. */
function summaryOf(shape: Shape): string {
  const { numbers, strings } = shape
  return [
    shape.arrays > 0 && arrayName(shape),
    shape.objects > 0 && objectName(shape),
    strings.count > 0 && stringsOf(strings),
    numbers.count > 0 && numbersOf(numbers),
    shape.booleans > 0 && booleansOf(shape),
    shape.nulls > 0 && (shape.count === 1 ? 'null' : `null ×${shape.nulls}`),
  ]
    .filter((part) => part !== false)
    .join(' | ')
}

function numbersOf({ least, greatest }: NumberTally): string {
  return least?.text === greatest?.text ? `${least?.text}` : `number ${least?.text} … ${greatest?.text}`
}

function booleansOf({ booleans, trues }: Shape): string {
  if (booleans === 1) return String(trues === 1)
  return `true ×${trues}, false ×${booleans - trues}`
}

function stringsOf({ count, values, firsts, last, least, greatest }: StringTally): string {
  if (count === 1) return quoted(last, VALUE)
  if (least !== null && greatest !== null && isTime(least) && isTime(greatest))
    return `time ${least} … ${greatest}`
  if (values !== null && 2 * values.size <= count) {
    const tallied = [...values].sort(([, a], [, b]) => b - a)
    const shown = tallied.slice(0, TALLIED).map(([text, times]) => `${quoted(text, VALUE)} ×${times}`)
    const more = tallied.length - shown.length
    return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ')
  }
  if (values !== null && values.size <= NAMED && [...values.keys()].join().length <= NAMED_LENGTH) {
    return [...values]
      .map(([text, times]) => quoted(text, VALUE) + (times > 1 ? ` ×${times}` : ''))
      .join(', ')
  }
  const different = values === null || values.size === count ? '' : ` (${values.size} different)`
  return `string${different} ${firsts.map((text) => quoted(text, VALUE)).join(', ')} … ${quoted(last, VALUE)}`
}

const isTime = (text: string) => /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d[\d:.]*(Z|[+-]\d\d:?\d\d)?)?$/.test(text)

function step(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(excerpt(key, VALUE))}]`
}
