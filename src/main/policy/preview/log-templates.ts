import { excerpt } from './excerpt.ts'
import type { Line } from './fit.ts'
import { type LineCursor, quoteLine, type SourceLine } from './lines.ts'
import { templateOf, valuesOf } from './log-line.ts'
import { NumberTally } from './tally.ts'

/** Templates beyond this many are not told apart. */
const MOST = 2_000
const FREQUENT = 12
const RARE = 5
/** What is said more often than this is not rare. */
const SELDOM = 2
/** Of a log in which nearly every line is of its own kind, none is rare. */
const LINES_PER_TEMPLATE = 4
/** Letters that a template needs to say anything. */
const WORDS = 6
/** Numbers of one message of which the range is known. */
const NUMBERS = 4

/** What lines of one statement have in common, and in what they differ. */
interface Template {
  readonly text: string
  count: number
  readonly first: SourceLine
  /** One for each `#` of the text; null where something else than a number stood there once. */
  readonly numbers: (NumberTally | null)[]
}

/** The messages of a log by what they have in common. */
export class Templates {
  readonly #templates = new Map<string, Template>()
  readonly #bySort = new Map<number, Template>()
  readonly #every: number
  #lines = 0

  /** @param every one line in so many is added; the others are taken to be like them */
  constructor(every: number) {
    this.#every = every
  }

  add(cursor: LineCursor): void {
    this.#lines++
    const { sort } = cursor
    const template = this.#bySort.get(sort) ?? this.#take(sort, cursor.line)
    if (template === null) return
    template.count++
    // What is estimated has no ranges.
    if (this.#every > 1) return
    const { line } = cursor
    for (const [i, value] of valuesOf(line.text).slice(0, NUMBERS).entries()) {
      const tally = i < template.numbers.length ? template.numbers[i] : new NumberTally()
      if (tally === null || tally === undefined) continue
      if (value !== null) tally.add(value, line.number)
      template.numbers[i] = value === null ? null : tally
    }
  }

  /** The template of a sort that is new; null where there are too many. */
  #take(sort: number, line: SourceLine): Template | null {
    const text = templateOf(line.text)
    const known = this.#templates.get(text)
    if (known === undefined && this.#templates.size === MOST) return null
    const template = known ?? { text, count: 0, first: line, numbers: [] }
    this.#templates.set(text, template)
    this.#bySort.set(sort, template)
    return template
  }

  /** The most frequent messages with the ranges of their numbers, then the rare ones with their lines. */
  describe(rank: number): Line[] {
    const all = [...this.#templates.values()].sort((a, b) => b.count - a.count)
    const frequent = all
      .slice(0, FREQUENT)
      .filter(({ text, count }) => count > SELDOM && text.replace(/[^a-z]/gi, '').length >= WORDS)
    const sampled = this.#every > 1
    const hasRare = !sampled && all.length * LINES_PER_TEMPLATE <= this.#lines
    const rare = hasRare ? all.filter(({ count }) => count <= SELDOM).slice(0, RARE) : []
    return [
      {
        text: `Most frequent (${sampled ? `numbers as #; estimated from one line in ${this.#every}` : 'with the ranges of their numbers'}):`,
        rank,
        heading: true,
      },
      ...frequent.map((template, i) => ({
        text: `×${template.count * this.#every} ${excerpt(sampled ? template.text : withRanges(template), 120)}`,
        rank: rank + 1 + 2 * i,
      })),
      { text: 'Rare:', rank: rank + 3, heading: true },
      ...rare.map(({ first }, i) => quoteLine(first, rank + 3 + 2 * i, 120)),
    ]
  }
}

/** `job 0 … 419 done in 3 … 877 (line 34) ms`; as it is where the numbers cannot be told apart. */
function withRanges({ text, numbers }: Template): string {
  const places = text.match(/#/g)?.length ?? 0
  if (places !== numbers.length) return text
  let at = 0
  return text.replace(/#/g, () => {
    const tally = numbers[at++]
    const { least, greatest } = tally ?? {}
    if (!least || !greatest) return '#'
    if (least.text === greatest.text) return least.text
    // Of several numbers the last one is what was measured.
    return `${least.text}…${greatest.text}${at === places ? ` (line ${greatest.at})` : ''}`
  })
}
