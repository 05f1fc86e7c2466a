import type { Doc, Rendered } from './doc.ts'
import { excerpt } from './excerpt.ts'
import { fitLines, type Group, type Line } from './fit.ts'
import { eachLine, endLines, lookedAt, quoteLine, sampleLines, type SourceLine } from './lines.ts'

const SAMPLED = 300
const MATTER = 4
/** Front matter that goes on for longer is a rule between paragraphs. */
const MATTER_LINES = 40
const CODE_LINES = 4

/** Headings, and beside them links, fences, lists or emphasis, as prose and code have not. */
export function isMarkdown(doc: Doc): boolean {
  const lines = outsideFences(sampleLines(doc, SAMPLED).map(({ text }) => text))
  const headings = lines.filter((line) => /^#{1,6} \S/.test(line) && !DIRECTIVE.test(line)).length
  const marks = lines.filter((line) =>
    /^(```|~~~)|\[[^\]]+\]\([^)]+\)|\*\*[^*]+\*\*|^\s*[-*+] \S|^\|.*\|$|^\s*\d+\. \S|`[^`]+`/.test(line),
  ).length
  const code = lines.filter((line) => CODE.test(line)).length
  const hasTitle = /^#{1,2} \S/.test(lines.find((line) => line.trim() !== '') ?? '')
  return headings > 0 && (marks >= 3 || hasTitle) && headings + marks > code
}

/** What C says to its preprocessor, indented behind the sign. */
const DIRECTIVE = /^# +(?:define|undef|if|ifn?def|elif|else|endif|include|pragma|error)\b/

const CODE =
  /[;{}]\s*$|^\s*(?:def |class |import |from \S+ import|return\b|(?:if|for|while|else|elif|try|with)\b.*:$|self\.)/

function outsideFences(lines: string[]): string[] {
  let inside = false
  return lines.filter((line) => {
    const fence = /^\s{0,3}(```|~~~)/.test(line)
    if (fence) inside = !inside
    return fence || !inside
  })
}

interface Scan {
  readonly headings: { readonly line: SourceLine; readonly level: number }[]
  readonly opening: SourceLine | null
  readonly fences: number
  readonly links: number
  readonly tableRows: number
  readonly items: number
  /** What stands between two `---` at the start. */
  readonly matter: SourceLine[]
  /** The first line of each of the first blocks of code. */
  readonly code: SourceLine[]
}

/** The headings with their lines, the first paragraph, and how much code, tables and lists there are. */
export function previewMarkdown(doc: Doc, tokens: number): Rendered {
  const { headings, opening, fences, links, tableRows, items, matter, code } = scan(doc)
  const counts = [
    [headings.length, 'headings'],
    [fences, 'code blocks'],
    [tableRows, 'table rows'],
    [items, 'list items'],
    [links, 'links'],
  ] as const
  const parts = counts.flatMap(([count, name]) => (count > 0 ? [`${count} ${name}`] : []))
  const { end } = endLines(doc, { first: 1, last: 2, rank: 12 })
  const lines: Line[] = [
    { text: `Markdown of ${doc.sizes.lines} lines: ${parts.join(', ')}${lookedAt(doc)}`, rank: 0 },
    ...matter.map((line, i) => quoteLine(line, 3 + i, 160)),
    ...(headings.length === 0 && opening !== null ? [quoteLine(opening, 5, 300)] : []),
    ...outline(headings, opening),
    ...code.map((line, i) => quoteLine(line, 13 + 3 * i, 100)),
    ...end,
  ]
  const second = headings[1]?.line.number ?? 1
  return { ...fitLines(lines, tokens), next: { mode: 'lines', start: second, end: second + 60 } }
}

/** Headings of the two upper levels stand on lines of their own, those below them together on one. */
function outline(headings: Scan['headings'], opening: SourceLine | null): Line[] {
  const upper = headings.reduce((least, { level }) => Math.min(least, Math.max(2, level)), 6)
  let group: Group | undefined
  let under: Line | undefined
  return headings.flatMap(({ line, level }, i) => {
    if (level <= upper) {
      group = undefined
      under = quoteLine(line, 1 + 2 * level + Math.floor(i / 10), 100)
      return [under, ...(i === 0 && opening !== null ? [quoteLine(opening, 5, 300)] : [])]
    }
    group ??= { prefix: '  ', joiner: ' · ' }
    const title = line.text.replace(/^#+\s+/, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    const text = `${line.number} ${excerpt(title, 80)}`
    return [
      { text, rank: 3 + 2 * level + Math.floor(i / 10), group, ...(under === undefined ? {} : { under }) },
    ]
  })
}

function scan(doc: Doc): Scan {
  const headings: Scan['headings'] = []
  let opening: SourceLine | null = null
  let fences = 0
  let links = 0
  let tableRows = 0
  let items = 0
  let fence: string | null = null
  const matter: SourceLine[] = []
  const code: SourceLine[] = []
  let inMatter = /^---\r?\n/.test(doc.head.slice(0, 5))
  let isFirstOfCode = false
  eachLine(doc, (line) => {
    const { text } = line
    if (inMatter) {
      if (line.number > 1 && text === '---') inMatter = false
      else if (/^\w[\w-]*: \S/.test(text) && matter.length < MATTER) matter.push(line)
      if (line.number < MATTER_LINES && (inMatter || text === '---')) return
      inMatter = false
    }
    const mark = /^\s{0,3}(```+|~~~+)/.exec(text)?.[1]
    if (mark !== undefined) {
      if (fence === null) {
        fences++
        fence = mark
        isFirstOfCode = true
      } else if (mark.startsWith(fence)) {
        fence = null
      }
      return
    }
    if (fence !== null) {
      if (isFirstOfCode && code.length < CODE_LINES && text.trim() !== '') code.push(line)
      isFirstOfCode = false
      return
    }
    const level = /^(#{1,6}) \S/.exec(text)?.[1]?.length
    if (level !== undefined) headings.push({ line, level })
    else if (/^\s*([-*+]|\d+\.) \S/.test(text)) items++
    else if (text.startsWith('|')) tableRows++
    else if (opening === null && /^[A-Za-z>*_\p{L}]/u.test(text)) opening = line
    if (text.includes('](')) links += text.split('](').length - 1
  })
  return { headings, opening, fences, links, tableRows, items, matter, code }
}
