import type { Doc, Rendered } from './doc.ts'
import { excerpt } from './excerpt.ts'
import { fitLines, type Line } from './fit.ts'
import { eachLine, lookedAt, sampleLines } from './lines.ts'

const SAMPLED = 120
const LONGEST = 2_000
const KEY = /^( *)(- )?((?:[\w./$@-]+|"[^"]+"|'[^']+')(?: [\w-]+){0,3}):(?:\s+(.*))?$/
const ITEM = /^( *)- /

/** Nearly every line is a key, an item, a comment or deeper than the one before, and there are keys with values below. */
export function isYaml(doc: Doc): boolean {
  const lines = sampleLines(doc, SAMPLED).filter(
    ({ text }) => text.trim() !== '' && !text.trimStart().startsWith('#'),
  )
  if (lines.length < 3 || /[{};]\s*$/.test(lines[0]?.text ?? '')) return false
  const keyed = lines.filter(({ text }) => KEY.test(text)).length
  const fitting = lines.filter(
    ({ text }) => KEY.test(text) || ITEM.test(text) || /^( {2,}|---|\.\.\.)/.test(text),
  ).length
  const nested = lines.some(
    ({ text }, i) => /^[^\s#].*:\s*$/.test(text) && /^(\s+|- )\S/.test(lines[i + 1]?.text ?? ''),
  )
  return (
    keyed >= 0.4 * lines.length &&
    fitting >= 0.95 * lines.length &&
    (nested || /^---\s*$/.test(doc.head.slice(0, 4)))
  )
}

interface Key {
  readonly name: string
  readonly line: number
  readonly indent: number
  readonly value: string
  items: number
  /** How its first items begin. */
  readonly labels: { readonly text: string; readonly line: number }[]
}

/** The keys of the two upper levels with their lines, what they hold, and how many items lists have. */
export function previewYaml(doc: Doc, tokens: number): Rendered {
  const { keys, top, documents } = scan(doc)
  const lines: Line[] = [
    {
      text: `YAML, ${documents > 1 ? `${documents} documents, ` : ''}${top.count} top-level keys: ${excerpt(top.names.join(', '), 200)}${lookedAt(doc)}`,
      rank: 0,
    },
    ...keys.flatMap((key, i) => [...describeWithItems(key, 1 + 8 * key.indent + i / 20)]),
  ]
  const first = keys.find(({ indent }) => indent === 0)?.line ?? 1
  return { ...fitLines(lines, tokens), next: { mode: 'lines', start: first, end: first + 60 } }
}

interface Found {
  /** The first ones. */
  readonly keys: Key[]
  readonly top: { count: number; readonly names: string[] }
  readonly documents: number
}

function scan(doc: Doc): Found {
  const keys: Key[] = []
  const top: Found['top'] = { count: 0, names: [] }
  let documents = 1
  // The keys around the line, outermost first: a line belongs to the last one that is less indented.
  let open: { column: number; key: Key }[] = []
  let block: number | null = null
  eachLine(doc, ({ text, number }) => {
    const column = text.search(/\S/)
    if (column < 0 || text.length > LONGEST) return
    // Inside a block scalar (`key: |`) nothing is a key.
    if (block !== null && column > block) return
    block = null
    if (/^---(\s|$)/.test(text) && number > 1 && keys.length > 0) documents++
    if (ITEM.test(text)) {
      const owner = open.findLast((entry) => entry.column <= column)
      if (owner) {
        owner.key.items++
        if (owner.key.labels.length < LABELS) owner.key.labels.push({ text: labelOf(text), line: number })
      }
    }
    const match = KEY.exec(text)
    if (match === null) return
    const isItem = match[2] !== undefined
    const value = match[4] ?? ''
    if (/^[|>][+-]?\d*\s*$/.test(value)) block = column
    if (isItem) return
    open = open.filter((entry) => entry.column < column)
    const key: Key = { name: match[3] ?? '', line: number, indent: open.length, value, items: 0, labels: [] }
    if (open.length < LEVELS && keys.length < MOST) keys.push(key)
    if (open.length === 0 && top.count++ < MOST) top.names.push(key.name)
    open.push({ column, key })
  })
  return { keys, top, documents }
}

const LEVELS = 3
/** No budget holds more: a later key is always less important. */
const MOST = 2_000
const LABELS = 8

/** `- name: Check out` is called `Check out`. */
const labelOf = (text: string) => text.trim().replace(/^- +(?:(?:name|uses|id|run|key): +)?/, '')

function describeWithItems(key: Key, rank: number): Line[] {
  const { indent, labels } = key
  const under = { text: describe(key), rank }
  const group = { prefix: '  '.repeat(indent + 2), joiner: '; ' }
  const items = labels.map(({ text, line }, i) => ({
    text: `${line} ${excerpt(text, 60)}`,
    rank: Math.max(rank, 9 + 4 * indent) + 1 + i,
    group,
    under,
  }))
  return [under, ...items]
}

function describe({ name, line, indent, value, items }: Key): string {
  const held = value === '' ? '' : ` ${excerpt(value, 60)}`
  return `${line}: ${'  '.repeat(indent)}${name}:${held}${items > 0 ? ` (${items} items)` : ''}`
}
