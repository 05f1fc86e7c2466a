import type { Doc, Rendered } from './doc.ts'
import { fitLines, type Line } from './fit.ts'
import { eachLine, lastLines, lookedAt, quoteLine, sampleLines, type SourceLine } from './lines.ts'
import { isTestSummary, passed, readFailure, readReason } from './test-lines.ts'

const SAMPLED = 400
const LAST_SAMPLED = 60
const FAILURES = 40
/** Of a text that is not whole, the last lines hold the summary. */
const LAST_SCANNED = 2_000

export function isTestRun(doc: Doc): boolean {
  const lines = [...sampleLines(doc, SAMPLED), ...lastLines(doc, LAST_SAMPLED)]
  const summaries = lines.filter(({ text }) => isTestSummary(text)).length
  const results = lines.filter(({ text }) => passed(text) || readFailure(text) !== null).length
  return summaries > 0 && (results > 0 || summaries > 1)
}

/** How many passed and failed, which failed and why, each with its line. */
export function previewTests(doc: Doc, tokens: number): Rendered {
  const { summaries, failures } = scan(doc)
  const lines: Line[] = [
    { text: `Test run, ${doc.sizes.lines} lines${lookedAt(doc)}`, rank: 0 },
    ...summaries.map((line) => quoteLine(line, 1, 120)),
    ...(failures.length === 0 ? [{ text: 'No line names a failed test.', rank: 2 }] : []),
    ...failures
      .slice(0, FAILURES)
      .flatMap(({ line, reason }, i) => [
        quoteLine(line, 2 + i / 2, 140),
        ...(reason === null ? [] : [quoteLine(reason, 5 + i, 140)]),
      ]),
    ...(failures.length === 0 ? lastLines(doc, 4).map((line) => quoteLine(line, 20)) : []),
  ]
  const first = failures[0]?.reason?.number ?? failures[0]?.line.number
  const next =
    first === undefined
      ? ({ mode: 'tail' } as const)
      : ({ mode: 'lines', start: Math.max(1, first - 5), end: first + 35 } as const)
  return { ...fitLines(lines, tokens), next }
}

interface Failure {
  line: SourceLine
  reason: SourceLine | null
}

function scan(doc: Doc): { summaries: SourceLine[]; failures: Failure[] } {
  const summaries: SourceLine[] = []
  // Runners name a failed test twice, in a list and above its details, in either order.
  const failures = new Map<string, Failure>()
  let current: Failure | null = null
  const look = (line: SourceLine) => {
    if (isTestSummary(line.text)) {
      summaries.push(line)
      current = null
      return
    }
    const failure = readFailure(line.text)
    if (failure !== null) {
      current = failures.get(failure.name) ?? { line, reason: null }
      // A line that also says why is the better one to show.
      if (failure.explains) current.line = line
      failures.set(failure.name, current)
    } else if (current !== null && current.reason === null && readReason(line.text)) {
      current.reason = line
    }
  }
  eachLine(doc, look)
  if (!doc.whole) for (const line of lastLines(doc, LAST_SCANNED)) look(line)
  return { summaries: summaries.slice(-10), failures: [...failures.values()] }
}
