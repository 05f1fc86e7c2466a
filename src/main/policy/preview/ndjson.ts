import type { Doc, Rendered } from './doc.ts'
import { counted } from './excerpt.ts'
import { fitLines, type Line } from './fit.ts'
import { describeFailures } from './json-failures.ts'
import { scanJson, type Failures } from './json-scan.ts'
import { eachLine, firstLines, lastLines, lookedAt, quoteLine, type SourceLine } from './lines.ts'
import { lineCounter } from './markup-scan.ts'
import { describeShape, nameOf } from './shape-lines.ts'
import { Shape } from './shape.ts'

const SAMPLED = 20
const ERRORS = 3

/** At least two lines, and all of the first ones are objects or arrays of their own. */
export function isNdjson(doc: Doc): boolean {
  const lines = firstLines(doc, SAMPLED).filter(({ text }) => text.trim() !== '')
  const sampled = doc.whole || lines.length === SAMPLED ? lines : lines.slice(0, -1)
  return sampled.length >= 2 && sampled.every(({ text }) => /^\s*[{[]/.test(text) && isWhole(text))
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

/** What the records have in common, over all of them; the first errors where they are a log; the first and the last. */
export function previewNdjson(doc: Doc, tokens: number): Rendered {
  const shape = new Shape()
  const errors: SourceLine[] = []
  const broken: SourceLine[] = []
  const failures: Failures = { count: 0, starts: [] }
  let brokenCount = 0
  const text = doc.head.toString()
  let next = 0
  eachLine(doc, (line) => {
    const start = next
    next = text.indexOf('\n', start) + 1
    if (line.text.trim() === '') return
    if (!isWhole(line.text)) {
      brokenCount++
      if (broken.length < ERRORS) broken.push(line)
      return
    }
    const before = failures.count
    scanJson(text, start, shape, failures)
    if (failures.count > before && errors.length < ERRORS) errors.push(line)
  })
  const lines: Line[] = [
    { text: `NDJSON: ${counted(shape.count, 'record')} (${nameOf(shape)})${lookedAt(doc)}`, rank: 0 },
    ...describeShape(shape, { text, inLines: true }),
    ...(brokenCount > 0
      ? [
          {
            text: `${counted(brokenCount, 'line')} that ${brokenCount === 1 ? 'is' : 'are'} not JSON, first:`,
            rank: 2,
          },
        ]
      : []),
    ...broken.slice(0, 1).map((line) => quoteLine(line, 3)),
    ...describeFailures(failures, text, (start) => `line ${lineCounter(text)(start + 1)}`),
    ...errors.map((line, i) => quoteLine(line, 16 + 14 * i, 240)),
    ...[...firstLines(doc, 1), ...lastLines(doc, 1)].map((line, i) => quoteLine(line, 30 - 18 * i, 200)),
  ]
  return { ...fitLines(lines, tokens), next: { mode: 'sql', query: 'SELECT * FROM t LIMIT 5' } }
}
