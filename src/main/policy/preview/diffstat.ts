import { Counts, tallyLines } from './counts.ts'
import type { Doc, Rendered } from './doc.ts'
import { excerpt } from './excerpt.ts'
import { fitLines, spreadRanks, type Line } from './fit.ts'
import { groupFolders } from './folders.ts'
import { eachLine, lastLines, lookedAt, quoteLine, sampleLines, type SourceLine } from './lines.ts'

const SAMPLED = 60
const LARGEST = 10
const SAMPLES = 32
const FILE = /^ ?\S.* \| +(\d+|Bin)(?: [+-]*| .*bytes)?$/

/** `git diff --stat`: a file, a bar, and how many of its lines changed. */
export function isDiffstat(doc: Doc): boolean {
  const lines = sampleLines(doc, SAMPLED).filter(({ text }) => text.trim() !== '')
  return lines.length >= 3 && lines.filter(({ text }) => FILE.test(text)).length >= 0.9 * lines.length
}

/** The total, the files that changed most, the first and the last. */
export function previewDiffstat(doc: Doc, tokens: number): Rendered {
  const files: StatLine[] = []
  eachLine(doc, (line) => {
    const match = FILE.exec(line.text)
    if (match) files.push({ line, changed: match[1] === 'Bin' ? 0 : Number(match[1]) })
  })
  const largest = files.toSorted((a, b) => b.changed - a.changed).slice(0, LARGEST)
  const folders = new Counts()
  for (const { line } of files) folders.add(pathOf(line).split('/').slice(0, -1).join('/') || '.')
  const byFolder = new Counts()
  for (const [folder, count] of groupFolders(folders)) byFolder.add(folder, count)
  const between = files.filter((_, i) => i % Math.ceil(files.length / SAMPLES) === 0).slice(1)
  const group = { prefix: 'Between, spread (line file changed): ', joiner: ', ' }
  const spread = spreadRanks(between.length, 8)
  const lines: Line[] = [
    { text: `Diff statistics of ${files.length} files${lookedAt(doc)}`, rank: 0 },
    ...lastLines(doc, 1).map((line) => quoteLine(line, 1)),
    ...tallyLines('Files by folder', byFolder, { rank: 4, sure: 4, most: 12 }),
    { text: 'Most changed:', rank: 2, heading: true },
    ...largest.map((file, i) => ({ text: describe(file), rank: i < 3 ? 3 : 4 + 2 * i })),
    { text: 'First and last:', rank: 4, heading: true },
    ...[...files.slice(0, 1), ...files.slice(-1)].map((file) => ({ text: describe(file), rank: 5 })),
    ...between.map((file, i) => ({
      text: describe(file).replace(':', ''),
      rank: spread[i] ?? 8,
      group,
    })),
  ]
  return { ...fitLines(lines, tokens), next: { mode: 'lines', start: 3, end: 103 } }
}

interface StatLine {
  readonly line: SourceLine
  readonly changed: number
}

const pathOf = ({ text }: SourceLine) => text.slice(0, text.lastIndexOf(' | ')).trim()

/** Without the bar: that only draws the number. */
const describe = ({ line, changed }: StatLine) => `${line.number}: ${excerpt(pathOf(line), 100)} ${changed}`
