import { Counts, tallyLines } from './counts.ts'
import type { Doc, Rendered } from './doc.ts'
import { fitLines, type Line } from './fit.ts'
import {
  endLines,
  firstLines,
  lastLines,
  LineCursor,
  linesUpwards,
  lookedAt,
  quoteLine,
  sampleLines,
  type SourceLine,
} from './lines.ts'
import { LevelCounts, levelOf } from './log-level.ts'
import { componentOf, requestOf, templateOf, timeOf } from './log-line.ts'
import { Templates } from './log-templates.ts'

const SAMPLED = 120
/** At least this share of the first lines begins with a time; stack traces and wrapped lines do not. */
const TIMED = 0.4
const FAULTS = 6
/** Templates cost more than all else, so of a long log only about this many lines are put into one. */
const TEMPLATED = 2_500
/** A time that does not stand in so many first lines is not looked for any further. */
const FIRST_TIME = 500
/** The last time is looked for in this many last lines. */
const LAST = 200
/** The exception at the end of a stack trace, and how far below the error it may stand. */
const EXCEPTION = /^(?:Caused by: )?[\w.]*(?:Error|Exception|Panic)\b/
const STACK = 60
/** So many sorts of errors are compared with each other; in a log that is full of them the first ones must do. */
const COMPARED = 500
const WARNINGS = 2
const QUOTE = 0x22

/** Most lines begin with a time, or nearly all with a level. */
export function isLog(doc: Doc): boolean {
  const lines = sampleLines(doc, SAMPLED).filter(({ text }) => text.trim() !== '')
  if (lines.length < 3) return false
  const timed = lines.filter(({ text }) => timeOf(text) !== null).length
  const levelled = lines.filter(
    ({ text }) => /^\W{0,3}[A-Za-z]{3,9}\b/.test(text) && levelOf(Buffer.from(text.slice(0, 16))) !== null,
  )
  return timed >= TIMED * lines.length || levelled.length >= 0.7 * lines.length
}

function lastTimeOf(doc: Doc): string | null {
  for (const { text } of linesUpwards(doc).take(LAST)) {
    const time = timeOf(text)
    if (time !== null) return time
  }
  return null
}

interface Fault {
  readonly line: SourceLine
  /** The exception below it. */
  detail: SourceLine | null
}

interface Scan {
  readonly levels: LevelCounts
  readonly components: Counts
  readonly requests: Counts
  readonly paths: Counts
  readonly clients: Counts
  readonly templates: Templates
  readonly faults: Fault[]
  readonly warnings: SourceLine[]
  faultCount: number
  firstTime: string | null
}

/** Levels, time span, the first faults of each sort, what is said most often and what seldom, and how it ends. */
export function previewLog(doc: Doc, tokens: number): Rendered {
  const found = scan(doc)
  const { faults, faultCount, firstTime } = found
  const lastTime = lastTimeOf(doc)
  const span = firstTime === null ? '' : `, ${firstTime} … ${lastTime ?? firstTime}`
  const { beginning, end } = endLines(doc, { first: 2, last: 4, rank: 20, limit: 140 })
  const lines: Line[] = [
    { text: `Log of ${doc.sizes.lines} lines${span}${lookedAt(doc)}`, rank: 0 },
    ...tallyLines('Levels', found.levels.byName(), { rank: 1, sure: 10, most: 10 }),
    ...(found.components.size > 1
      ? tallyLines('From', found.components, { rank: 4, sure: 5, most: 12 })
      : []),
    ...tallyLines('Requests', found.requests, { rank: 1, sure: 8, most: 12 }),
    ...tallyLines('Paths', found.paths, { rank: 2, sure: 3, most: 16 }),
    ...(found.clients.size > 0 ? tallyLines('Clients', found.clients, { rank: 5, sure: 2, most: 8 }) : []),
    ...(faultCount > faults.length
      ? [{ text: `${faultCount} errors; the first ones that differ:`, rank: 3, heading: true as const }]
      : []),
    ...faults.flatMap(({ line, detail }, i) => [
      quoteLine(line, 3 + i),
      ...(detail === null ? [] : [quoteLine(detail, 4.5 + i)]),
    ]),
    ...found.warnings.map((line, i) => quoteLine(line, 9 + 4 * i, 140)),
    ...found.templates.describe(5),
    { text: 'First and last lines:', rank: 6, heading: true },
    ...firstLines(doc, 1).map((line) => quoteLine(line, 12)),
    ...beginning,
    ...end,
    ...lastLines(doc, 1).map((line) => quoteLine(line, 4)),
  ]
  const pattern = faultCount > 0 ? 'error|crit|fatal|panic' : 'warn|error|fail'
  return { ...fitLines(lines, tokens), next: { mode: 'grep', pattern, ignoreCase: true } }
}

function scan(doc: Doc): Scan {
  const every = sampling(doc)
  const found: Scan = {
    levels: new LevelCounts(),
    components: new Counts(),
    requests: new Counts(),
    paths: new Counts(),
    clients: new Counts(),
    templates: new Templates(every),
    faults: [],
    warnings: [],
    faultCount: 0,
    firstTime: null,
  }
  const differing = new Differing()
  let fault: Fault | null = null
  let quote = -1
  for (const cursor = new LineCursor(doc); cursor.advance();) {
    const { number, start, end, level } = cursor
    if (found.firstTime === null && number <= FIRST_TIME) found.firstTime = timeOf(cursor.line.text)
    // The next quotation mark is looked for once: most logs have none.
    if (quote < start) quote = indexAfter(doc.head.bytes, QUOTE, start)
    const request = quote < end ? requestOf(cursor.line.text) : null
    if (request) {
      const { text } = cursor.line
      found.requests.add(`${request.method} ${request.status}`)
      found.paths.add(request.path)
      if (every === 1) found.clients.add(text.slice(0, Math.max(0, text.indexOf(' '))))
    } else if (level !== null) found.levels.add(level)
    if (level?.isFault) {
      found.faultCount++
      if (found.faults.length < FAULTS && differing.wants(cursor)) {
        fault = { line: cursor.line, detail: null }
        found.faults.push(fault)
      }
    } else if (fault !== null && number - fault.line.number < STACK && EXCEPTION.test(cursor.line.text)) {
      fault.detail = cursor.line
    } else if (level?.name === 'WARNING' && found.warnings.length < WARNINGS) {
      found.warnings.push(cursor.line)
    }
    if (!isSampled(number, every) || cursor.isIndented) continue
    found.templates.add(cursor)
    const component = every === 1 && request === null ? componentOf(cursor.line.text) : null
    if (component !== null) found.components.add(component)
  }
  return found
}

function indexAfter(bytes: Buffer, byte: number, start: number): number {
  const at = bytes.indexOf(byte, start)
  return at < 0 ? Infinity : at
}

/** Finds the errors that are not like one before them. */
class Differing {
  readonly #sorts = new Set<number>()
  readonly #templates = new Set<string>()

  wants(cursor: LineCursor): boolean {
    if (this.#sorts.size === COMPARED) return false
    const { sort } = cursor
    if (this.#sorts.has(sort)) return false
    this.#sorts.add(sort)
    const before = this.#templates.size
    return this.#templates.add(templateOf(cursor.line.text)).size > before
  }
}

/** Every how many lines one is put into a template. */
const sampling = ({ sizes }: Doc) => Math.max(1, Math.ceil((sizes.lines ?? 0) / TEMPLATED))

/**
 * Whether a line is among one in `every`. The golden ratio spreads them evenly and meets no period: with plain multiples,
 * a program that writes four lines for each request would seem to write but one of them.
 */
const isSampled = (number: number, every: number) => Math.imul(number, 0x9e3779b1) >>> 0 <= 0xffffffff / every
