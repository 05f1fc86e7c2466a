import { Counts, tallyLines } from './counts.ts'
import {
  messageShape,
  quotedName,
  readAddition,
  readDiagnostic,
  readPlace,
  readPosition,
} from './diagnostics.ts'
import type { Doc, Rendered } from './doc.ts'
import { counted, excerpt } from './excerpt.ts'
import { fitLines, type Line } from './fit.ts'
import { eachLine, lastLines, lookedAt, quoteLine, sampleLines, type SourceLine } from './lines.ts'

const SAMPLED = 200
/** So many sorts of messages are told apart, and so many more of each are named. */
const SORTS = 40
const OTHERS = 12
/** Lines below a message that belong to it. */
const ADDITIONS = 3

/** Two heads of diagnostics among the first lines, or one and the place it belongs to. */
export function isCompilerOutput(doc: Doc): boolean {
  const lines = sampleLines(doc, SAMPLED)
  const found = lines.flatMap(({ text }) => readDiagnostic(text) ?? [])
  if (found.length < 2) return false
  return found.some(({ file }) => file !== null) || lines.some(({ text }) => readPlace(text) !== null)
}

/** How many errors and warnings, of which kinds, in which files; each sort of message with its first place. */
export function previewCompiler(doc: Doc, tokens: number): Rendered {
  const { severities, codes, files, errors, warnings } = scan(doc)
  const last = lastLines(doc, 3).filter(({ text }) =>
    /^\W*(?:found )?\d+ .*(?:error|warning|problem)|^Found \d|^error: /i.test(text),
  )
  const hasErrors = errors.size > 0
  const lines: Line[] = [
    {
      text: `Compiler or linter output: ${['error', 'warning', 'note'].map((name) => counted(severities.get(name), name)).join(', ')} in ${counted(files.size, 'file')}${lookedAt(doc)}`,
      rank: 0,
    },
    ...tallyLines('By code', codes, { rank: 2, sure: 6, most: 20 }),
    ...tallyLines('By file', files, { rank: 1, sure: 5, most: 12 }),
    ...[...errors.values()].flatMap((sort, i) => describeSort(sort, 3 + 2 * i)),
    ...[...warnings.values()].flatMap((sort, i) => describeSort(sort, (hasErrors ? 7 : 3) + 2 * i)),
    ...last.map((line) => quoteLine(line, 4, 120)),
  ]
  return {
    ...fitLines(lines, tokens),
    next: { mode: 'grep', pattern: hasErrors ? 'error' : 'warning', context: 2 },
  }
}

/** The head of a diagnostic; its place where that stands on a line of its own, and what the lines below add. */
interface Message {
  readonly line: SourceLine
  place: string | null
  readonly additions: string[]
}

/** Messages that differ only in names and numbers. */
interface Sort {
  readonly first: Message
  count: number
  readonly others: Message[]
}

interface Scan {
  readonly severities: Counts
  readonly codes: Counts
  readonly files: Counts
  readonly errors: Map<string, Sort>
  readonly warnings: Map<string, Sort>
}

function scan(doc: Doc): Scan {
  const found: Scan = {
    severities: new Counts(),
    codes: new Counts(),
    files: new Counts(),
    errors: new Map(),
    warnings: new Map(),
  }
  // rustc and oxlint name the place on a line below the message.
  let unplaced: Message | null = null
  let current: Message | null = null
  eachLine(doc, (line) => {
    const diagnostic = readDiagnostic(line.text)
    if (diagnostic === null) {
      if (current !== null && current.additions.length < ADDITIONS) {
        const addition = readAddition(line.text)
        if (addition !== null) current.additions.push(excerpt(addition, 80))
      }
      const place = unplaced === null ? null : readPlace(line.text)
      if (place === null || unplaced === null) return
      found.files.add(place.file)
      unplaced.place = place.at
      unplaced = null
      return
    }
    const { severity, file, code } = diagnostic
    found.severities.add(severity)
    current = null
    if (severity === 'note') return
    const message: Message = { line, place: null, additions: [] }
    if (code !== null) found.codes.add(code)
    if (file !== null) found.files.add(file)
    unplaced = file === null ? message : null
    if (addTo(severity === 'error' ? found.errors : found.warnings, message)) current = message
  })
  return found
}

/** Whether the message is one of those that may be shown. */
function addTo(sorts: Map<string, Sort>, message: Message): boolean {
  const shape = messageShape(message.line.text)
  const sort = sorts.get(shape)
  if (sort === undefined) {
    if (sorts.size < SORTS) sorts.set(shape, { first: message, count: 1, others: [] })
    return sorts.size < SORTS
  }
  sort.count++
  if (sort.others.length < OTHERS) sort.others.push(message)
  return sort.others.length < OTHERS
}

function describeSort({ first, count, others }: Sort, rank: number): Line[] {
  const { line, place, additions } = first
  const quote = quoteLine(line, rank, 150)
  const added = [...(place === null ? [] : [place]), ...additions.slice(0, 2)].join('; ')
  const group = { prefix: '  also: ', joiner: ', ' }
  const text = `${count > 1 ? `×${count} ` : ''}${quote.text}${added === '' ? '' : ` (${added})`}`
  const under = { ...quote, text }
  return [
    under,
    ...others.map((other, i) => ({ text: describeOther(other), rank: rank + 12 + 4 * i, group, under })),
  ]
}

/** What tells it from the first of its sort, and where it is in the source. */
function describeOther({ line: { text }, place, additions }: Message): string {
  const what = quotedName(text) ?? additions[0]
  const where = place ?? readPosition(text)
  return [what === undefined ? [] : excerpt(what, 40), where ?? []].flat().join(' ')
}
