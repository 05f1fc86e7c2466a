import type { ReadParams } from '../../../shared/reading.ts'
import { Counts, tallyLines } from './counts.ts'
import type { Doc, Rendered } from './doc.ts'
import { counted, excerpt } from './excerpt.ts'
import { fitLines, type Line } from './fit.ts'
import { lookedAt } from './lines.ts'
import { attributesOf, decodeEntities, eachTag, type Tag } from './markup-scan.ts'
import { StringTally } from './tally.ts'
import { describeReport, Report } from './xml-report.ts'

/** A longer name would cost more than a reference has for it. */
const LONGEST_NAME = 24
const DEEPEST = 12
/** Tags that are never closed do not pile up beyond this. */
const TALLEST = 200
const LEAVES = 200
/** UTF-16 units of the text of an element. */
const LONGEST_VALUE = 200
const VALUE = 60
const SAMPLE = 240

export function isXml(doc: Doc): boolean {
  const start = doc.head.slice(0, 2_048)
  return (
    /^\uFEFF?\s*<\?xml\b/.test(start) ||
    (!HTML_TAG.test(start) &&
      /^\uFEFF?\s*(?:<!--(?:(?!-->)[^])*-->\s*)*<(?!!)[A-Za-z_][\w:.-]*(?:\s[^<>]*)?\/?>/.test(start))
  )
}

/** A document that starts with one of these is a page or Markdown. */
const HTML_TAG =
  /^\uFEFF?\s*<(?:h[1-6]|p|div|a|img|br|center|span|table|picture|details|section|main|article|ul|ol|b|em|strong)\b/i

interface Scan {
  readonly root: Tag | null
  /** How often each path occurs, in order of appearance. */
  readonly paths: Counts
  readonly names: Counts
  readonly firstAt: Map<string, Tag>
  /** What stands in the elements without children, by path. */
  readonly leaves: Map<string, StringTally>
  readonly report: Report
}

/** The root and its attributes, what its leaves hold, how often each element occurs; of JUnit reports what failed. */
export function previewXml(doc: Doc, tokens: number): Rendered {
  const head = doc.head.toString()
  const { root, paths, names, firstAt, leaves, report } = scan(doc)
  const commonest = paths.top(1)[0]?.[0]
  const example = commonest === undefined ? undefined : firstAt.get(commonest)
  const isReport = report.cases > 0
  const above = root === null ? '' : `/${root.name}/`
  const lines: Line[] = [
    {
      text: `XML${root === null ? '' : ` <${root.name}>${attributes(head, root, 12)}`}, ${counted(paths.total, 'element')}${lookedAt(doc)}`,
      rank: 0,
    },
    ...describeReport(report, head),
    ...tallyLines('By element', names, { rank: isReport ? 12 : 2, sure: 6, most: 30 }),
    ...leafLines(leaves, above),
    ...paths
      .top()
      .filter(([path]) => path.includes('/', 1) && !leaves.has(path))
      .map(([path, count]) => ({
        text: `${path} ×${count}${attributes(head, firstAt.get(path), isReport ? 7 : 4)}`,
        rank: (isReport && path.endsWith('/testsuite') ? 1 : 4) + 3 * path.split('/').length,
      })),
    ...(example === undefined || isReport
      ? []
      : [
          {
            text: `First <${example.name}>: ${excerpt(head.slice(example.start, example.start + 2 * SAMPLE), SAMPLE)}`,
            rank: 30,
          },
        ]),
  ]
  const name = example?.name ?? root?.name ?? ''
  return {
    ...fitLines(lines, tokens),
    next: report.failureCount > 0 ? { mode: 'grep', pattern: '<failure|<error' } : readOnAt(name),
  }
}

/** Values near the root first: `parent/version debian`; of what is repeated the first, the last and how many. */
function leafLines(leaves: ReadonlyMap<string, StringTally>, above: string): Line[] {
  const group = { prefix: `In ${above.slice(0, -1)}: `, joiner: '; ' }
  return [...leaves].flatMap(([path, { count, samples, values }], i) => {
    const all = samples.things.filter((text) => text !== '')
    const [first] = all
    if (first === undefined) return []
    const name = path.startsWith(above) ? path.slice(above.length) : path
    const last = values?.size === 1 ? undefined : all.at(-1)
    const text = `${name}${count > 1 ? ` ×${count}` : ''} ${excerpt(first, VALUE)}${count > 1 && last !== undefined ? ` … ${excerpt(last, VALUE)}` : ''}`
    return [{ text, rank: 2 + 2 * path.split('/').length + i / 20, group }]
  })
}

function readOnAt(name: string): ReadParams {
  return name === '' || name.length > LONGEST_NAME
    ? { mode: 'head' }
    : { mode: 'grep', pattern: `<${name}\\b` }
}

function scan(doc: Doc): Scan {
  const head = doc.head.toString()
  const paths = new Counts(400)
  const names = new Counts(400)
  const firstAt = new Map<string, Tag>()
  const leaves = new Map<string, StringTally>()
  const report = new Report(head)
  let root: Tag | null = null
  let last: Tag | null = null
  const stack: Tag[] = []
  const pathHere = () => `/${stack.map(({ name }) => name).join('/')}`
  eachTag(head, (tag) => {
    if (tag.closes) {
      const open = stack.findLastIndex(({ name }) => name === tag.name)
      // Nothing was opened since: what is between the two is its text.
      if (last !== null && open >= 0 && stack[open] === last && stack.length <= DEEPEST) {
        const path = pathHere()
        const tally = leaves.get(path) ?? new StringTally()
        if (leaves.has(path) || leaves.size < LEAVES) leaves.set(path, tally)
        tally.add(decodeEntities(head.slice(last.end, Math.min(tag.start, last.end + LONGEST_VALUE)).trim()))
      }
      if (open >= 0) stack.length = open
      last = null
      return
    }
    root ??= tag
    names.add(tag.name)
    report.look(tag, stack.at(-1))
    if (stack.length < DEEPEST) {
      const path = `${stack.length === 0 ? '' : pathHere()}/${tag.name}`
      paths.add(path)
      if (paths.size < 400 && !firstAt.has(path)) firstAt.set(path, tag)
    }
    last = tag.selfClosing ? null : tag
    if (!tag.selfClosing && stack.length < TALLEST) stack.push(tag)
  })
  return { root, paths, names, firstAt, leaves, report }
}

/** The first attributes, those with numbers before the others; prefixes of namespaces say nothing of the content. */
function attributes(source: string, tag: Tag | undefined, most: number): string {
  if (tag === undefined) return ''
  const all = attributesOf(source, tag).filter(([name]) => !/^(?:xmlns|xsi):/.test(name))
  const isNumber = ([, value]: [string, string]) => /^[\d.]+$/.test(value)
  const chosen = all.length <= most ? all : [...all.filter(isNumber), ...all.filter((one) => !isNumber(one))]
  const shown = chosen.slice(0, most).map(([name, value]) => `${name}="${excerpt(value, 40)}"`)
  return shown.length === 0 ? '' : ` (${shown.join(' ')}${all.length > most ? ' …' : ''})`
}
