import type { Doc, Rendered } from './doc.ts'
import { fitLines, type Line } from './fit.ts'
import { eachLine, lastLines, lookedAt, quoteLine, sampleLines, type SourceLine } from './lines.ts'

const SAMPLED = 60
const LARGEST = 10
const FILE = /^ ?\S.* \| +(\d+|Bin)(?: [+-]*| .*bytes)?$/

/** `git diff --stat`: a file, a bar, and how many of its lines changed. */
export function isDiffstat(doc: Doc): boolean {
  const lines = sampleLines(doc, SAMPLED).filter(({ text }) => text.trim() !== '')
  return lines.length >= 3 && lines.filter(({ text }) => FILE.test(text)).length >= 0.9 * lines.length
}

/** The total, the files that changed most, the first and the last. */
export function previewDiffstat(doc: Doc, tokens: number): Rendered {
  const files: { line: SourceLine; changed: number }[] = []
  eachLine(doc, (line) => {
    const match = FILE.exec(line.text)
    if (match) files.push({ line, changed: match[1] === 'Bin' ? 0 : Number(match[1]) })
  })
  const largest = files.toSorted((a, b) => b.changed - a.changed).slice(0, LARGEST)
  const lines: Line[] = [
    { text: `Diff statistics of ${files.length} files${lookedAt(doc)}`, rank: 0 },
    ...lastLines(doc, 1).map((line) => quoteLine(line, 1)),
    { text: 'Most changed:', rank: 2 },
    ...largest.map(({ line }, i) => quoteLine(line, 3 + i, 100)),
    { text: 'First and last:', rank: 4 },
    ...[...files.slice(0, 2), ...files.slice(-2)].map(({ line }, i) => quoteLine(line, 5 + 2 * i, 100)),
  ]
  return { ...fitLines(lines, tokens), next: { mode: 'lines', start: 3, end: 103 } }
}
