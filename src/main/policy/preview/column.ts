import { excerpt } from './excerpt.ts'
import { NumberTally, StringTally } from './tally.ts'

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/
const TIME = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d.*)?$/
const TALLIED = 8
/** A most frequent value is worth its tokens from this many on. */
const FREQUENT = 3
/** A sum is a count of something only where the numbers are not names: identifiers, years, positions. */
const NAMES =
  /(?:^|[\s_#.])(?:id|no|nr|pid|ppid|year|port|line|code|lat|lon|zip|version|key|index)s?$|Id$|^#$/i

/** By its first character, which spares most texts the pattern: signs, the point and digits lie close together. */
function mayBeNumber(text: string): boolean {
  const first = text.charCodeAt(0)
  return first >= 0x2b && first <= 0x39
}

/** What was seen in one column of a table. */
export class Column {
  readonly name: string
  empty = 0
  readonly numbers = new NumberTally()
  readonly texts = new StringTally()

  constructor(name: string) {
    this.name = name
  }

  /** @param line where it stands, so that the least and the greatest can be found again */
  add(field: string | undefined, line: number): void {
    const value = field?.trim() ?? ''
    if (value === '') this.empty++
    else if (mayBeNumber(value) && NUMBER.test(value)) this.numbers.add(value, line)
    else this.texts.add(value)
  }

  /** `amount: 2.14 … 142.71 (line 402), sum 9113.5` */
  describe(rows: number): string {
    const { empty, numbers, texts } = this
    // A few numbers among texts are texts that look like numbers.
    const isText = texts.count > numbers.count
    const parts = [
      numbers.count > 0 && (isText ? `${numbers.count} numbers` : describeNumbers(this.name, numbers)),
      texts.count > 0 && describeTexts(texts),
      empty > 0 && (empty === rows ? 'always empty' : `empty ×${empty}`),
    ].filter((part) => part !== false)
    return `${excerpt(this.name, 40)}: ${parts.join('; ') || 'no values'}`
  }
}

function describeNumbers(name: string, { least, greatest, values, count, sum }: NumberTally): string {
  if (least === null || greatest === null) return ''
  if (values !== null && values.size <= TALLIED && 3 * values.size <= count) return describeCounts(values)
  const range = `number ${least.text} … ${greatest.text}`
  // One for each row, one after the other: a number of the row.
  const isSerial = Number.isInteger(least.value) && greatest.value - least.value === count - 1
  if (isSerial || NAMES.test(name)) return range
  return `${range} (line ${greatest.at}), sum ${Number(sum.toPrecision(10))}`
}

const describeCounts = (values: ReadonlyMap<string, number>) =>
  [...values]
    .sort(([, a], [, b]) => b - a)
    .map(([text, times]) => `${excerpt(text, 30)} ×${times}`)
    .join(', ')

function describeTexts({ count, values, samples, least, greatest }: StringTally): string {
  if (values !== null && values.size <= TALLIED && values.size < count) return describeCounts(values)
  if (least !== null && greatest !== null && TIME.test(least) && TIME.test(greatest))
    return `time ${least} … ${greatest}`
  const different = values === null || values.size === count ? '' : `${values.size} different, `
  const all = samples.things
  return `text, ${different}${mostFrequent(values)}${excerpt(all[0] ?? '', 40)} … ${excerpt(all.at(-1) ?? '', 40)}`
}

function mostFrequent(values: ReadonlyMap<string, number> | null): string {
  const [first, second] = [...(values ?? [])].sort(([, a], [, b]) => b - a)
  // Of several that are equally frequent none is the most frequent.
  if (first === undefined || first[1] < FREQUENT || first[1] === second?.[1]) return ''
  return `most ${excerpt(first[0], 40)} ×${first[1]}, `
}
