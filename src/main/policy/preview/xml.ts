import type { ReadParams } from '../../../shared/reading.ts'
import { Counts } from './counts.ts'
import type { Doc, Rendered } from './doc.ts'
import { counted, excerpt } from './excerpt.ts'
import { fitLines, type Line } from './fit.ts'
import { lookedAt } from './lines.ts'
import { attributesOf, decodeEntities, eachTag, lineCounter, type Tag } from './markup-scan.ts'

/** A longer name would cost more than a reference has for it. */
const LONGEST_NAME = 24
const DEEPEST = 12
/** Tags that are never closed do not pile up beyond this. */
const TALLEST = 200
const FAILURES = 12
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
  readonly firstAt: Map<string, Tag>
  readonly failures: { readonly line: number; readonly test: Tag; readonly reason: Tag }[]
  failureCount: number
}

/** The root and its attributes, how often each element occurs, the first of the commonest; of JUnit reports what failed. */
export function previewXml(doc: Doc, tokens: number): Rendered {
  const { head } = doc
  const { root, paths, firstAt, failures, failureCount } = scan(doc)
  const commonest = paths.top(1)[0]?.[0]
  const example = commonest === undefined ? undefined : firstAt.get(commonest)
  const elements = paths.total
  const lines: Line[] = [
    {
      text: `XML${root === null ? '' : ` <${root.name}>${attributes(head, root, 12)}`}, ${counted(elements, 'element')}${lookedAt(doc)}`,
      rank: 0,
    },
    ...(failureCount > 0 ? [{ text: `${counted(failureCount, 'failed test case')}:`, rank: 1 }] : []),
    ...failures.map(({ line, test, reason }, i) => ({
      text: `line ${line}: ${testName(head, test)}: ${excerpt(messageOf(head, reason), 120)}`,
      rank: 2 + i,
    })),
    ...paths
      .top()
      .filter(([path]) => path.includes('/', 1))
      .map(([path, count]) => ({
        text: `${path} ×${count}${attributes(head, firstAt.get(path), 4)}`,
        rank: 3 + 3 * path.split('/').length,
      })),
    ...(example === undefined || failureCount > 0
      ? []
      : [
          {
            text: `First <${example.name}>: ${excerpt(head.slice(example.start, example.start + 2 * SAMPLE), SAMPLE)}`,
            rank: 8,
          },
        ]),
  ]
  const name = example?.name ?? root?.name ?? ''
  return {
    ...fitLines(lines, tokens),
    next: failureCount > 0 ? { mode: 'grep', pattern: '<failure|<error' } : readOnAt(name),
  }
}

function readOnAt(name: string): ReadParams {
  return name === '' || name.length > LONGEST_NAME
    ? { mode: 'head' }
    : { mode: 'grep', pattern: `<${name}\\b` }
}

function scan(doc: Doc): Scan {
  const found: Scan = {
    root: null,
    paths: new Counts(400),
    firstAt: new Map(),
    failures: [],
    failureCount: 0,
  }
  let root: Tag | null = null
  const stack: Tag[] = []
  const lineOf = lineCounter(doc.head)
  eachTag(doc.head, (tag) => {
    if (tag.closes) {
      const open = stack.findLastIndex(({ name }) => name === tag.name)
      if (open >= 0) stack.length = open
      return
    }
    root ??= tag
    const parent = stack.at(-1)
    if (stack.length < DEEPEST) {
      const path = `/${[...stack.map(({ name }) => name), tag.name].join('/')}`
      found.paths.add(path)
      if (found.paths.size < 400 && !found.firstAt.has(path)) found.firstAt.set(path, tag)
    }
    if ((tag.name === 'failure' || tag.name === 'error') && parent?.name === 'testcase') {
      found.failureCount++
      if (found.failures.length < FAILURES)
        found.failures.push({ line: lineOf(parent.start), test: parent, reason: tag })
    }
    if (!tag.selfClosing && stack.length < TALLEST) stack.push(tag)
  })
  return { ...found, root }
}

function attributes(source: string, tag: Tag | undefined, most: number): string {
  if (tag === undefined) return ''
  const all = attributesOf(source, tag)
  const shown = all.slice(0, most).map(([name, value]) => `${name}="${excerpt(value, 40)}"`)
  return shown.length === 0 ? '' : ` (${shown.join(' ')}${all.length > most ? ' …' : ''})`
}

function testName(source: string, test: Tag): string {
  const named = new Map(attributesOf(source, test))
  return decodeEntities(
    [named.get('classname'), named.get('name')].filter((part) => part !== undefined).join(' '),
  )
}

function messageOf(source: string, reason: Tag): string {
  const message = new Map(attributesOf(source, reason)).get('message')
  return decodeEntities(message ?? source.slice(reason.end, reason.end + 200).trim())
}
