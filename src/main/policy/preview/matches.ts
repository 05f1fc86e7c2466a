import { Counts, tallyLines } from './counts.ts'
import type { Doc, Rendered } from './doc.ts'
import { counted } from './excerpt.ts'
import { fitLines, spreadRanks, type Line } from './fit.ts'
import { eachLine, lastLines, lookedAt, quoteLine, sampleLines, type SourceLine } from './lines.ts'
import { Spaced } from './spaced.ts'

const SAMPLED = 60
const SAMPLES = 16
/** `path:12:text` or `path:12:3:text`, as grep, ripgrep and ack write; lines of context (`path-12-text`) are no matches. */
const MATCH = /^((?:[A-Za-z]:)?[^\s:][^:\n]{0,300}?):(\d+):/

export function isSearchResult(doc: Doc): boolean {
  const lines = sampleLines(doc, SAMPLED).filter(
    ({ text }) => text !== '' && text !== '--' && !/^[^\s:]+-\d+-/.test(text),
  )
  const matches = lines.filter(({ text }) => /[./\\]/.test(MATCH.exec(text)?.[1] ?? ''))
  return lines.length >= 3 && matches.length >= 0.95 * lines.length
}

/** How many matches in how many files, which files have most, the first match of the first files. */
export function previewMatches(doc: Doc, tokens: number): Rendered {
  const files = new Counts()
  const firsts: Line[] = []
  const samples = new Spaced<SourceLine>(SAMPLES)
  eachLine(doc, (line) => {
    const path = MATCH.exec(line.text)?.[1]
    if (path === undefined) return
    if (files.get(path) === 0 && firsts.length < 12) firsts.push(quoteLine(line, 4 + firsts.length, 140))
    files.add(path)
    samples.add(line)
  })
  const spread = spreadRanks(samples.things.length, 24)
  const lines: Line[] = [
    {
      text: `Search results: ${counted(files.total, 'matching line')} in ${counted(files.size, 'file')}${lookedAt(doc)}`,
      rank: 0,
    },
    ...tallyLines('By file', files, { rank: 1, sure: 4, most: 24 }),
    { text: 'First in its file:', rank: 3 },
    ...firsts,
    { text: 'Others:', rank: 24, heading: true },
    ...samples.things.slice(1, -1).map((line, i) => quoteLine(line, spread[i] ?? 24, 120)),
    { text: 'Last:', rank: 4, heading: true },
    ...lastLines(doc, 1).map((line) => quoteLine(line, 4)),
  ]
  return { ...fitLines(lines, tokens), next: { mode: 'lines', start: 1, end: 61 } }
}
