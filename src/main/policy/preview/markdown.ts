import type { Doc, Rendered } from './doc.ts'
import { fitLines, type Line } from './fit.ts'
import { eachLine, lookedAt, quoteLine, sampleLines, type SourceLine } from './lines.ts'

const SAMPLED = 300

/** Headings, and beside them links, fences, lists or emphasis, as prose and code have not. */
export function isMarkdown(doc: Doc): boolean {
  const lines = outsideFences(sampleLines(doc, SAMPLED).map(({ text }) => text))
  const headings = lines.filter((line) => /^#{1,6} \S/.test(line)).length
  const marks = lines.filter((line) =>
    /^(```|~~~)|\[[^\]]+\]\([^)]+\)|\*\*[^*]+\*\*|^\s*[-*+] \S|^\|.*\|$|^\s*\d+\. \S|`[^`]+`/.test(line),
  ).length
  const code = lines.filter((line) => CODE.test(line)).length
  const hasTitle = /^#{1,2} \S/.test(lines.find((line) => line.trim() !== '') ?? '')
  return headings > 0 && (marks >= 3 || hasTitle) && headings + marks > code
}

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
}

/** The headings with their lines, the first paragraph, and how much code, tables and lists there are. */
export function previewMarkdown(doc: Doc, tokens: number): Rendered {
  const { headings, opening, fences, links, tableRows, items } = scan(doc)
  const counts = [
    [headings.length, 'headings'],
    [fences, 'code blocks'],
    [tableRows, 'table rows'],
    [items, 'list items'],
    [links, 'links'],
  ] as const
  const parts = counts.flatMap(([count, name]) => (count > 0 ? [`${count} ${name}`] : []))
  const lines: Line[] = [
    { text: `Markdown of ${doc.sizes.lines} lines: ${parts.join(', ')}${lookedAt(doc)}`, rank: 0 },
    ...headings.flatMap(({ line, level }, i) => [
      quoteLine(line, 1 + 3 * level + Math.floor(i / 10), 100),
      ...(i === 0 && opening !== null ? [quoteLine(opening, 5, 300)] : []),
    ]),
    ...(headings.length === 0 && opening !== null ? [quoteLine(opening, 5, 300)] : []),
  ]
  const second = headings[1]?.line.number ?? 1
  return { ...fitLines(lines, tokens), next: { mode: 'lines', start: second, end: second + 60 } }
}

function scan(doc: Doc): Scan {
  const headings: Scan['headings'] = []
  let opening: SourceLine | null = null
  let fences = 0
  let links = 0
  let tableRows = 0
  let items = 0
  let fence: string | null = null
  eachLine(doc, (line) => {
    const { text } = line
    const mark = /^\s{0,3}(```+|~~~+)/.exec(text)?.[1]
    if (mark !== undefined) {
      if (fence === null) {
        fences++
        fence = mark
      } else if (mark.startsWith(fence)) {
        fence = null
      }
      return
    }
    if (fence !== null) return
    const level = /^(#{1,6}) \S/.exec(text)?.[1]?.length
    if (level !== undefined) headings.push({ line, level })
    else if (/^\s*([-*+]|\d+\.) \S/.test(text)) items++
    else if (text.startsWith('|')) tableRows++
    else if (opening === null && /^[A-Za-z>*_\p{L}]/u.test(text)) opening = line
    if (text.includes('](')) links += text.split('](').length - 1
  })
  return { headings, opening, fences, links, tableRows, items }
}
