import type { Doc, Rendered } from './doc.ts'
import { excerpt } from './excerpt.ts'
import { fitLines, type Line } from './fit.ts'
import { eachLine, endLines, lastLines, lookedAt, quoteLine, sampleLines, type SourceLine } from './lines.ts'
import {
  durationOf,
  isSkipped,
  isTestSummary,
  passed,
  readDetail,
  readFailure,
  readReason,
  readTestPlace,
} from './test-lines.ts'

const SAMPLED = 400
const LAST_SAMPLED = 60
const FAILURES = 40
const SKIPPED = 4
/** Of one failure. */
const DETAILS = 4
/** What stands further below a failed test is about something else. */
const EXPLAINED = 60
/** Of a text that is not whole, the last lines hold the summary. */
const LAST_SCANNED = 2_000

export function isTestRun(doc: Doc): boolean {
  const lines = [...sampleLines(doc, SAMPLED), ...lastLines(doc, LAST_SAMPLED)]
  const summaries = lines.filter(({ text }) => isTestSummary(text)).length
  if (summaries !== 1) return summaries > 1
  return lines.some(({ text }) => passed(text) || readFailure(text) !== null)
}

/** How many passed and failed, which failed, why and where, each with its line; which were skipped; the slowest. */
export function previewTests(doc: Doc, tokens: number): Rendered {
  const { summaries, failures, skipped, slowest } = scan(doc)
  const { beginning, end } = endLines(doc, { first: 6, last: 4, rank: 40 })
  const lines: Line[] = [
    { text: `Test run, ${doc.sizes.lines} lines${lookedAt(doc)}`, rank: 0 },
    ...describeSummaries(summaries),
    ...(failures.length === 0 ? [{ text: 'No line names a failed test.', rank: 2 }] : []),
    ...failures.slice(0, FAILURES).flatMap(describeFailure),
    ...skipped.map((line, i) => quoteLine(line, 12 + 3 * i, 120)),
    ...(slowest === null ? [] : [{ ...quoteLine(slowest.line, 16, 100), text: describeSlowest(slowest) }]),
    ...beginning,
    ...(failures.length === 0 ? lastLines(doc, 4).map((line) => quoteLine(line, 20)) : end),
  ]
  const first = failures[0]?.reason?.number ?? failures[0]?.line.number
  const next =
    first === undefined
      ? ({ mode: 'tail' } as const)
      : ({ mode: 'lines', start: Math.max(1, first - 5), end: first + 35 } as const)
  return { ...fitLines(lines, tokens), next }
}

/** Node writes a line for each number: they go into one. */
function describeSummaries(summaries: readonly SourceLine[]): Line[] {
  const numbers = summaries.flatMap((line) => {
    const name = /^[ℹ#] (\w+ [\d.]+)$/.exec(line.text)?.[1]
    return name === undefined ? [] : [{ line, name }]
  })
  const [first] = numbers
  const joined =
    first === undefined
      ? []
      : [{ text: `${first.line.number}: ${numbers.map(({ name }) => name).join(', ')}`, rank: 1 }]
  const others = summaries.filter((line) => !numbers.some((number) => number.line === line))
  return [...joined, ...others.map((line) => quoteLine(line, 1, 120))]
}

function describeFailure({ line, reason, details, place }: Failure, index: number): Line[] {
  const why = [...details, ...(place === null ? [] : [`at ${place}`])]
  const under = quoteLine(line, 2 + index / 2, 140)
  return [
    under,
    ...(reason === null ? [] : [{ ...quoteLine(reason, 5 + index, 140), under }]),
    ...(why.length === 0 ? [] : [{ text: `  ${why.join(' | ')}`, rank: 7.5 + index, under }]),
  ]
}

const describeSlowest = ({ line }: Slowest) => `Slowest, ${line.number}: ${excerpt(line.text.trim(), 100)}`

interface Failure {
  line: SourceLine
  reason: SourceLine | null
  readonly details: string[]
  place: string | null
  /** The place stands after the reason, so it is the innermost. */
  placed: boolean
}

interface Slowest {
  readonly line: SourceLine
  readonly ms: number
}

interface Scan {
  readonly summaries: SourceLine[]
  readonly failures: Failure[]
  readonly skipped: SourceLine[]
  readonly slowest: Slowest | null
}

function scan(doc: Doc): Scan {
  const summaries: SourceLine[] = []
  const skipped: SourceLine[] = []
  // Runners name a failed test twice, in a list and above its details, in either order.
  const failures = new Map<string, Failure>()
  let slowest: Slowest | null = null
  let current: Failure | null = null
  let since = 0
  const look = (line: SourceLine) => {
    const { text } = line
    if (isTestSummary(text)) {
      summaries.push(line)
      current = null
      return
    }
    const failure = readFailure(text)
    if (failure !== null || passed(text)) {
      const ms = durationOf(text)
      if (ms !== null && ms > (slowest?.ms ?? 0)) slowest = { line, ms }
    }
    if (failure !== null) {
      current = failures.get(failure.name) ?? { line, reason: null, details: [], place: null, placed: false }
      // A line that also says why is the better one to show.
      if (failure.explains) current.line = line
      failures.set(failure.name, current)
      since = 0
    } else if (passed(text) || isSkipped(text)) {
      if (skipped.length < SKIPPED && isSkipped(text)) skipped.push(line)
    } else if (current !== null && since++ < EXPLAINED) {
      explain(current, line)
    }
  }
  eachLine(doc, look)
  if (!doc.whole) for (const line of lastLines(doc, LAST_SCANNED)) look(line)
  return { summaries: summaries.slice(-12), failures: [...failures.values()], skipped, slowest }
}

/** Takes from a line below a failed test what it says about why and where. */
function explain(failure: Failure, line: SourceLine): void {
  const { text } = line
  if (failure.reason === null && readReason(text)) {
    failure.reason = line
    return
  }
  if (!failure.placed) {
    const place = readTestPlace(text)
    if (place !== null) {
      // Before the reason the last place is the innermost one (Python), after it the first (JavaScript).
      failure.place = place
      failure.placed = failure.reason !== null
      return
    }
  }
  if (failure.details.length === DETAILS) return
  const detail = readDetail(text)
  // Some runners give both sides twice, as a difference and as values.
  const value = detail?.replace(/^(?:[-+?]|[\w ]+[:=]) */, '')
  if (detail !== null && value !== undefined && !failure.details.some((known) => known.endsWith(value)))
    failure.details.push(excerpt(detail, 60))
}
