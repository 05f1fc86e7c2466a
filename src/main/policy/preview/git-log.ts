import { Counts, tallyLines } from './counts.ts'
import type { Doc, Rendered } from './doc.ts'
import { fitLines, spreadRanks, type Line } from './fit.ts'
import { eachLine, lookedAt, sampleLines } from './lines.ts'
import { counted, excerpt } from './excerpt.ts'

const COMMIT = /^commit ([0-9a-f]{7,64})\b/
/** `git log --oneline`, also with a graph and the names of branches. */
const ONE_LINE = /^[*|\\/ ]*([0-9a-f]{7,12}) (?:\([^)]*\) )?(\S.*)$/
/** `git blame` puts author, time and line number in brackets. */
const BLAME = /^\S+ (?:\S+ +)?\(.* \d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4} +\d+\)/
const STAT = /^ (\d+) files? changed(?:, (\d+) insertions?\(\+\))?(?:, (\d+) deletions?\(-\))?/
const CHANGED = /^ (\S.*?) +\| +\d+/
const SAMPLED = 40

export function isGitLog(doc: Doc): boolean {
  const lines = sampleLines(doc, SAMPLED)
  const [first, ...others] = lines.slice(0, 6)
  if (first === undefined) return false
  if (COMMIT.test(first.text)) return others.some(({ text }) => text.startsWith('Author: '))
  if (BLAME.test(first.text)) return false
  return lines.length >= 4 && lines.every(({ text }) => ONE_LINE.test(text) || /^[*|\\/ ]+$/.test(text))
}

interface Commit {
  readonly hash: string
  readonly line: number
  subject: string
  stat: string
}

/** How many commits by whom, from when to when, what they changed, and their subjects with the lines where they stand. */
export function previewGitLog(doc: Doc, tokens: number): Rendered {
  const { commits, authors, files, newest, oldest } = scan(doc)
  const spread = spreadRanks(commits.length, 4)
  const span = newest === '' ? '' : `, newest ${newest}, oldest ${oldest}`
  const often = (files.top(1)[0]?.[1] ?? 0) > 2
  const lines: Line[] = [
    { text: `Git log of ${commits.length} commits${lookedAt(doc)}${span}`, rank: 0 },
    ...tallyLines('Authors', authors, { rank: 1, sure: 4, most: 12 }),
    ...(often ? tallyLines('Files in most commits', files, { rank: 6, sure: 3, most: 12 }) : []),
    ...commits.map(({ hash, line, subject, stat }, i) => ({
      text: `line ${line}: ${hash} ${excerpt(subject, 100)}${stat}`,
      // The newest first, then the oldest, then some of all.
      rank: i < 3 ? 2 + i / 4 : (spread[i] ?? 4) + (i > NEWEST ? 2 : 0),
    })),
  ]
  return { ...fitLines(lines, tokens), next: { mode: 'grep', pattern: '^commit ', context: 5 } }
}

const NEWEST = 6

function scan(doc: Doc) {
  const authors = new Counts()
  const files = new Counts()
  const commits: Commit[] = []
  let newest = ''
  let oldest = ''
  eachLine(doc, ({ text, number }) => {
    const commit = COMMIT.exec(text)
    const current = commits.at(-1)
    if (commit) commits.push({ hash: commit[1]?.slice(0, 7) ?? '', line: number, subject: '', stat: '' })
    else if (text.startsWith('Author: ')) authors.add(text.slice(8, 200).replace(/\s*<.*>$/, ''))
    else if (text.startsWith('Date: ')) {
      oldest = text.slice(5).trim()
      newest ||= oldest
    } else if (text.startsWith('    ')) {
      if (current?.subject === '') current.subject = text.trim()
    } else if (text.startsWith(' ')) {
      const stat = STAT.exec(text)
      const path = stat ? undefined : CHANGED.exec(text)?.[1]
      if (stat && current)
        current.stat = ` (${counted(Number(stat[1]), 'file')} +${stat[2] ?? 0} −${stat[3] ?? 0})`
      else if (path !== undefined) files.add(path)
    } else {
      const one = ONE_LINE.exec(text.slice(0, 400))
      if (one) commits.push({ hash: one[1] ?? '', line: number, subject: one[2] ?? '', stat: '' })
    }
  })
  return { commits, authors, files, newest, oldest }
}
