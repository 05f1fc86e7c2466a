import type { Doc, Rendered } from './doc.ts'
import { counted, excerpt } from './excerpt.ts'
import { fitLines, spreadRanks, type Group, type Line } from './fit.ts'
import { eachLine, lookedAt, sampleLines } from './lines.ts'

const SAMPLED = 120
const SECTION = /^\s*\[\[?([^[\]]{1,100})\]\]?\s*(?:[#;].*)?$/
const PAIR = /^\s*([\w.$"'/@-][^=]{0,80}?)\s*=\s*(.*)$/
/** Lines that belong to neither a section nor a pair: comments, and lists that go over several lines. */
const BESIDE = /^\s*(?:[#;]|$|[\]})],?$|["'\d[{-].*,?$)/
const PAIRS = 40

/** Sections in brackets and pairs with `=`: TOML, INI, units of systemd, git's configuration. */
export function isIni(doc: Doc): boolean {
  const lines = sampleLines(doc, SAMPLED).map(({ text }) => text)
  const sections = lines.filter((text) => SECTION.test(text)).length
  const pairs = lines.filter((text) => text.includes('=') && PAIR.test(text)).length
  const beside = lines.filter((text) => !SECTION.test(text) && !PAIR.test(text) && BESIDE.test(text)).length
  return sections > 0 && pairs >= 3 && sections + pairs + beside >= 0.95 * lines.length
}

interface Section {
  readonly name: string
  readonly line: number
  readonly pairs: string[]
  count: number
}

/** The sections with their lines, and of each as many settings as there is room for. */
export function previewIni(doc: Doc, tokens: number): Rendered {
  const sections = scan(doc)
  const all = sections.reduce((sum, { count }) => sum + count, 0)
  const named = sections.filter(({ name, count }) => name !== '' || count > 0)
  const spread = spreadRanks(named.length, 1)
  const lines: Line[] = [
    {
      text: `Settings in ${counted(named.length, 'section')}, ${all} in all, ${doc.sizes.lines} lines${lookedAt(doc)}`,
      rank: 0,
    },
    ...named.flatMap(({ name, line, pairs, count }, i) => {
      const group: Group = { prefix: '  ', joiner: '; ' }
      const ranks = spreadRanks(pairs.length, 4)
      const title = name === '' ? 'Before the first section' : `[${excerpt(name, 60)}]`
      const under = { text: `line ${line}: ${title} (${count})`, rank: spread[i] ?? 1 }
      return [
        under,
        ...pairs.map((text, k) => ({ text, rank: under.rank + (ranks[k] ?? 4) + k / 40, group, under })),
      ]
    }),
  ]
  const first = named[0]?.line ?? 1
  return { ...fitLines(lines, tokens), next: { mode: 'lines', start: first, end: first + 60 } }
}

function scan(doc: Doc): Section[] {
  let current: Section = { name: '', line: 1, pairs: [], count: 0 }
  const sections = [current]
  eachLine(doc, ({ text, number }) => {
    const name = SECTION.exec(text)?.[1]
    if (name !== undefined) {
      current = { name, line: number, pairs: [], count: 0 }
      sections.push(current)
      return
    }
    const pair = /^\s*[#;]/.test(text) ? null : PAIR.exec(text.slice(0, 300))
    if (pair === null) return
    current.count++
    if (current.pairs.length < PAIRS)
      current.pairs.push(`${pair[1]} = ${excerpt((pair[2] ?? '').trim(), 60)}`)
  })
  return sections
}
