import { Counts } from './counts.ts'
import type { Doc, Rendered } from './doc.ts'
import { fitLines, type Line } from './fit.ts'
import { eachLine, lookedAt, sampleLines } from './lines.ts'
import { excerpt } from './excerpt.ts'

const COMMIT = /^commit ([0-9a-f]{7,64})\b/

export function isGitLog(doc: Doc): boolean {
  const [first, ...others] = sampleLines(doc, 6)
  return (
    first !== undefined && COMMIT.test(first.text) && others.some(({ text }) => text.startsWith('Author: '))
  )
}

/** How many commits by whom, from when to when, and their subjects with the lines where they stand. */
export function previewGitLog(doc: Doc, tokens: number): Rendered {
  const authors = new Counts()
  const commits: { hash: string; line: number; subject: string }[] = []
  let newest = ''
  let oldest = ''
  eachLine(doc, ({ text, number }) => {
    const commit = COMMIT.exec(text)
    const current = commits.at(-1)
    if (commit) commits.push({ hash: commit[1]?.slice(0, 7) ?? '', line: number, subject: '' })
    else if (text.startsWith('Author: ')) authors.add(text.slice(8, 200).replace(/\s*<.*>$/, ''))
    else if (text.startsWith('Date: ')) {
      oldest = text.slice(5).trim()
      newest ||= oldest
    } else if (current?.subject === '' && text.startsWith('    ')) current.subject = text.trim()
  })
  const last = commits.length - 1
  const lines: Line[] = [
    {
      text: `Git log of ${commits.length} commits${lookedAt(doc)}, newest ${newest}, oldest ${oldest}`,
      rank: 0,
    },
    { text: `Authors: ${authors.describe(6)}`, rank: 1 },
    ...commits.map(({ hash, line, subject }, i) => ({
      text: `line ${line}: ${hash} ${excerpt(subject, 100)}`,
      rank: i === last ? 2 : 3 + i,
    })),
  ]
  return { ...fitLines(lines, tokens), next: { mode: 'grep', pattern: '^commit ', context: 5 } }
}
