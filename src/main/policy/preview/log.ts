import { Counts } from './counts.ts'
import type { Doc, Rendered } from './doc.ts'
import { excerpt } from './excerpt.ts'
import { fitLines, type Line } from './fit.ts'
import {
  eachLine,
  firstLines,
  lastLines,
  lookedAt,
  quoteLine,
  sampleLines,
  type SourceLine,
} from './lines.ts'
import { isFault, levelOf, requestOf, templateOf, timeOf } from './log-line.ts'

const SAMPLED = 120
/** At least this share of the first lines begins with a time; stack traces and wrapped lines do not. */
const TIMED = 0.4
const FAULTS = 6
const TEMPLATES = 6
/** Templates cost more than all else, so of a long log only about this many lines are put into one. */
const TEMPLATED = 2_500
/** The last time is looked for in this many last lines. */
const LAST = 200
/** The exception at the end of a stack trace, and how far below the error it may stand. */
const EXCEPTION = /^(?:Caused by: )?[\w.]*(?:Error|Exception|Panic)\b/
const STACK = 60
/** Letters that a template needs to say anything. */
const WORDS = 6

/** Most lines begin with a time, or nearly all with a level. */
export function isLog(doc: Doc): boolean {
  const lines = sampleLines(doc, SAMPLED).filter(({ text }) => text.trim() !== '')
  if (lines.length < 3) return false
  const timed = lines.filter(({ text }) => timeOf(text) !== null).length
  const levelled = lines.filter(
    ({ text }) => /^\W{0,3}[A-Za-z]{3,9}\b/.test(text) && levelOf(text.slice(0, 16)) !== null,
  )
  return timed >= TIMED * lines.length || levelled.length >= 0.7 * lines.length
}

interface Scan {
  readonly levels: Counts
  readonly requests: Counts
  readonly templates: Counts
  readonly paths: Counts
  readonly faults: { readonly line: SourceLine; detail: SourceLine | null }[]
  faultCount: number
  firstTime: string | null
}

/** Levels, time span, the first faults, what is said most often, and how it ends. */
export function previewLog(doc: Doc, tokens: number): Rendered {
  const { levels, requests, paths, templates, faults, faultCount, firstTime } = scan(doc)
  const lastTime = lastLines(doc, LAST).reduce<string | null>((time, { text }) => timeOf(text) ?? time, null)
  const span = firstTime === null ? '' : `, ${firstTime} … ${lastTime ?? firstTime}`
  const lines: Line[] = [
    { text: `Log of ${doc.sizes.lines} lines${span}${lookedAt(doc)}`, rank: 0 },
    ...(levels.size > 0 ? [{ text: `Levels: ${levels.describe(10)}`, rank: 1 }] : []),
    ...(requests.size > 0 ? [{ text: `Requests: ${requests.describe(12)}`, rank: 1 }] : []),
    ...(paths.size > 0 ? [{ text: `Paths: ${excerpt(paths.describe(4), 200)}`, rank: 2 }] : []),
    ...(faultCount > faults.length
      ? [{ text: `The first ${faults.length} of ${faultCount} errors:`, rank: 3 }]
      : []),
    ...faults.flatMap(({ line, detail }, i) => [
      quoteLine(line, 3 + i),
      ...(detail === null ? [] : [quoteLine(detail, 4.5 + i)]),
    ]),
    ...mostFrequent(templates, sampling(doc)),
    { text: 'First and last lines:', rank: 6, heading: true },
    ...firstLines(doc, 1).map((line) => quoteLine(line, 7)),
    ...lastLines(doc, 3).map((line, i) => quoteLine(line, 14 - 4 * i)),
  ]
  const pattern = faultCount > 0 ? 'ERROR|FATAL|CRITICAL|PANIC' : 'warn|error|fail'
  return { ...fitLines(lines, tokens), next: { mode: 'grep', pattern, ignoreCase: true } }
}

function scan(doc: Doc): Scan {
  const found: Scan = {
    levels: new Counts(),
    requests: new Counts(),
    templates: new Counts(),
    paths: new Counts(),
    faults: [],
    faultCount: 0,
    firstTime: null,
  }
  const every = sampling(doc)
  eachLine(doc, (line) => {
    const { text, number } = line
    const level = levelOf(text)
    found.firstTime ??= timeOf(text)
    const request = requestOf(text)
    if (request) {
      found.requests.add(`${request.method} ${request.status}`)
      found.paths.add(request.path)
    } else if (level !== null) found.levels.add(level)
    if (isFault(level)) {
      found.faultCount++
      if (found.faults.length < FAULTS) found.faults.push({ line, detail: null })
    } else if (EXCEPTION.test(text)) {
      const fault = found.faults.at(-1)
      if (fault !== undefined && number - fault.line.number < STACK) fault.detail = line
    }
    if (isSampled(number, every) && !/^\s|^$/.test(text)) found.templates.add(templateOf(text), every)
  })
  return found
}

/** Every how many lines one is put into a template. */
const sampling = (doc: Doc) => Math.max(1, Math.ceil((doc.sizes.lines ?? 0) / TEMPLATED))

/**
 * Whether a line is among one in `every`. The golden ratio spreads them evenly and meets no period: with plain multiples,
 * a program that writes four lines for each request would seem to write but one of them.
 */
const isSampled = (number: number, every: number) => Math.imul(number, 0x9e3779b1) >>> 0 <= 0xffffffff / every

function mostFrequent(templates: Counts, every: number): Line[] {
  const top = templates
    .top(TEMPLATES)
    .filter(([template, count]) => count > 2 && template.replace(/[^a-z]/gi, '').length >= WORDS)
  if (top.length === 0) return []
  return [
    {
      text: `Most frequent (numbers as #${every > 1 ? `; estimated from one line in ${every}` : ''}):`,
      rank: 5,
    },
    ...top.map(([template, count], i) => ({ text: `×${count} ${excerpt(template, 80)}`, rank: 6 + 3 * i })),
  ]
}
