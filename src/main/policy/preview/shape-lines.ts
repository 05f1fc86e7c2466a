import { excerpt, quoted } from './excerpt.ts'
import type { Line } from './fit.ts'
import type { Shape } from './shape.ts'
import type { StringTally } from './tally.ts'

const DEEPEST = 6
const VALUE = 60
const TALLIED = 8
const KEYS = 24
/** Each level of nesting is this much less important than the one above. */
const LEVEL = 10

/** What a value is, with its count: `array of 12 objects`, `object with 3 keys`, `string`. */
export function nameOf(shape: Shape): string {
  const kinds = [
    shape.arrays > 0 && arrayName(shape),
    shape.objects > 0 && `object with ${shape.mostKeys} keys`,
    shape.strings.count > 0 && 'string',
    shape.numbers.count > 0 && 'number',
    shape.booleans > 0 && 'boolean',
    shape.nulls > 0 && 'null',
  ].filter((kind) => kind !== false)
  return kinds.join(' | ') || 'nothing'
}

function arrayName({ items, fewestItems, mostItems }: Shape): string {
  const length = fewestItems === mostItems ? `${mostItems}` : `${fewestItems}…${mostItems}`
  return mostItems === 0 ? 'empty array' : `array of ${length} ${items === null ? '' : itemName(items)}`
}

function itemName(items: Shape): string {
  const all = items.count
  if (items.objects === all) return 'objects'
  if (items.strings.count === all) return 'strings'
  if (items.numbers.count === all) return 'numbers'
  if (items.arrays === all) return 'arrays'
  return 'mixed values'
}

/** A line for each path below `path`, the deeper the less important. */
export function describeShape(shape: Shape, path: string, depth = 0): Line[] {
  if (depth > DEEPEST) return []
  return [...fieldLines(shape, path, depth), ...itemLines(shape, path, depth)]
}

function fieldLines(shape: Shape, path: string, depth: number): Line[] {
  if (shape.mapped !== null) {
    const keys = [...shape.fields.keys()].slice(0, KEYS / 4).map((key) => quoted(key, VALUE))
    return [
      { text: `${path}: keys ${keys.join(', ')}, …`, rank: depth * LEVEL + 2 },
      ...pathLines(shape.mapped, `${path}.*`, depth + 1, shape.mapped.count),
    ]
  }
  return [...shape.fields].flatMap(([key, field], index) =>
    pathLines(field, path + step(key), depth + Math.floor(index / KEYS), shape.objects),
  )
}

function itemLines({ items, mostItems }: Shape, path: string, depth: number): Line[] {
  if (items === null || mostItems === 0) return []
  const isPlain = items.objects === 0 && items.arrays === 0
  return isPlain
    ? [{ text: `${path}[*] ${summaryOf(items)}`, rank: depth * LEVEL + 3 }]
    : describeShape(items, `${path}[*]`, depth)
}

function pathLines(shape: Shape, path: string, depth: number, parents: number): Line[] {
  const present = shape.count < parents ? ` (in ${shape.count} of ${parents})` : ''
  return [
    { text: `${path} ${summaryOf(shape)}${present}`, rank: depth * LEVEL + 5 },
    ...describeShape(shape, path, depth + 1),
  ]
}

/** What was seen of values that are all at one path. */
function summaryOf(shape: Shape): string {
  const { numbers, strings } = shape
  return [
    shape.arrays > 0 && arrayName(shape),
    shape.objects > 0 && `object with ${shape.mostKeys} keys`,
    strings.count > 0 && stringsOf(strings),
    numbers.count > 0 &&
      (numbers.least?.text === numbers.greatest?.text
        ? `${numbers.least?.text}`
        : `number ${numbers.least?.text} … ${numbers.greatest?.text}`),
    shape.booleans > 0 && booleansOf(shape),
    shape.nulls > 0 && (shape.count === shape.nulls ? 'null' : `null ×${shape.nulls}`),
  ]
    .filter((part) => part !== false)
    .join(' | ')
}

function booleansOf({ booleans, trues }: Shape): string {
  if (booleans === 1) return String(trues === 1)
  return `true ×${trues}, false ×${booleans - trues}`
}

function stringsOf({ count, values, firsts, last, least, greatest }: StringTally): string {
  if (values !== null && values.size <= TALLIED && (values.size < count || count === 1)) {
    const tallied = [...values].sort(([, a], [, b]) => b - a)
    return tallied.map(([text, times]) => quoted(text, VALUE) + (times > 1 ? ` ×${times}` : '')).join(', ')
  }
  if (least !== null && greatest !== null && isTime(least) && isTime(greatest))
    return `time ${least} … ${greatest}`
  const shown = firsts.map((text) => quoted(text, VALUE)).join(', ')
  return `string ${shown}${count > firsts.length ? ` … ${quoted(last, VALUE)}` : ''}`
}

const isTime = (text: string) => /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d[\d:.]*(Z|[+-]\d\d:?\d\d)?)?$/.test(text)

function step(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(excerpt(key, VALUE))}]`
}
