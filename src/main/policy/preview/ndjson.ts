import type { Doc, Rendered } from './doc.ts'
import { counted } from './excerpt.ts'
import { fitLines, type Line } from './fit.ts'
import { scanJson } from './json-scan.ts'
import { eachLine, firstLines, lastLines, lookedAt, quoteLine, type SourceLine } from './lines.ts'
import { describeShape, nameOf } from './shape-lines.ts'
import { Shape } from './shape.ts'

const SAMPLED = 20
const ERRORS = 3
/** As JSON loggers spell a level from error upwards. */
const ERROR_LEVEL =
  /"(?:level|severity|lvl)"\s*:\s*(?:"(?:error|err|fatal|critical|panic|alert|emergency)"|[56]0\b)/i

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
  let errorCount = 0
  let brokenCount = 0
  eachLine(doc, (line) => {
    if (line.text.trim() === '') return
    if (!isWhole(line.text)) {
      brokenCount++
      if (broken.length < ERRORS) broken.push(line)
      return
    }
    scanJson(line.text, 0, shape)
    if (ERROR_LEVEL.test(line.text)) {
      errorCount++
      if (errors.length < ERRORS) errors.push(line)
    }
  })
  const lines: Line[] = [
    { text: `NDJSON: ${counted(shape.count, 'record')} (${nameOf(shape)})${lookedAt(doc)}`, rank: 0 },
    ...describeShape(shape, '$'),
    ...(brokenCount > 0
      ? [
          {
            text: `${counted(brokenCount, 'line')} that ${brokenCount === 1 ? 'is' : 'are'} not JSON, first:`,
            rank: 2,
          },
        ]
      : []),
    ...broken.slice(0, 1).map((line) => quoteLine(line, 3)),
    ...(errorCount > 0 ? [{ text: `${counted(errorCount, 'error')}, first:`, rank: 3 }] : []),
    ...errors.map((line, i) => quoteLine(line, 4 + 20 * i, 240)),
    ...[...firstLines(doc, 1), ...lastLines(doc, 1)].map((line, i) => quoteLine(line, 12 + 14 * i, 240)),
  ]
  return { ...fitLines(lines, tokens), next: { mode: 'sql', query: 'SELECT * FROM t LIMIT 5' } }
}
