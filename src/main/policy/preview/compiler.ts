import { Counts } from './counts.ts'
import { readDiagnostic, readPlace } from './diagnostics.ts'
import type { Doc, Rendered } from './doc.ts'
import { counted } from './excerpt.ts'
import { fitLines, type Line } from './fit.ts'
import { eachLine, lastLines, lookedAt, quoteLine, sampleLines, type SourceLine } from './lines.ts'

const SAMPLED = 200
const SHOWN = 8

/** Two heads of diagnostics among the first lines, or one and the place it belongs to. */
export function isCompilerOutput(doc: Doc): boolean {
  const lines = sampleLines(doc, SAMPLED)
  const found = lines.flatMap(({ text }) => readDiagnostic(text) ?? [])
  const placed = found.some(({ file }) => file !== null) || lines.some(({ text }) => readPlace(text) !== null)
  return placed && found.length >= 2
}

/** How many errors and warnings, of which kinds, in which files, and the first of them. */
export function previewCompiler(doc: Doc, tokens: number): Rendered {
  const { severities, codes, files, errors, warnings } = scan(doc)
  const shown = [...errors, ...warnings].slice(0, SHOWN)
  const last = lastLines(doc, 3).filter(({ text }) =>
    /^\W*(?:found )?\d+ .*(?:error|warning|problem)|^Found \d|^error: /i.test(text),
  )
  const lines: Line[] = [
    {
      text: `Compiler or linter output: ${['error', 'warning', 'note'].map((name) => counted(severities.get(name), name)).join(', ')} in ${counted(files.size, 'file')}${lookedAt(doc)}`,
      rank: 0,
    },
    ...(codes.size > 0 ? [{ text: `By code: ${codes.describe(10)}`, rank: 2 }] : []),
    ...(files.size > 0 ? [{ text: `By file: ${files.describe(8)}`, rank: 1 }] : []),
    ...shown.map((message, i) => quoteMessage(message, 3 + 2 * i)),
    ...last.map((line) => quoteLine(line, 4, 120)),
  ]
  return {
    ...fitLines(lines, tokens),
    next: { mode: 'grep', pattern: errors.length > 0 ? 'error' : 'warning', context: 2 },
  }
}

/** The head of a diagnostic; its place where that stands on a line of its own. */
interface Message {
  readonly line: SourceLine
  place: string | null
}

interface Scan {
  readonly severities: Counts
  readonly codes: Counts
  readonly files: Counts
  readonly errors: Message[]
  readonly warnings: Message[]
}

function scan(doc: Doc): Scan {
  const found: Scan = {
    severities: new Counts(),
    codes: new Counts(),
    files: new Counts(),
    errors: [],
    warnings: [],
  }
  // rustc and oxlint name the place on a line below the message.
  let unplaced: Message | null = null
  eachLine(doc, (line) => {
    const diagnostic = readDiagnostic(line.text)
    if (diagnostic === null) {
      const place = unplaced === null ? null : readPlace(line.text)
      if (place === null || unplaced === null) return
      found.files.add(place.file)
      unplaced.place = place.at
      unplaced = null
      return
    }
    const { severity, file, code } = diagnostic
    found.severities.add(severity)
    if (severity === 'note') return
    const message = { line, place: null }
    if (code !== null) found.codes.add(code)
    if (file !== null) found.files.add(file)
    unplaced = file === null ? message : null
    const list = severity === 'error' ? found.errors : found.warnings
    if (list.length < SHOWN) list.push(message)
  })
  return found
}

function quoteMessage({ line, place }: Message, rank: number): Line {
  const quote = quoteLine(line, rank, 180)
  return place === null ? quote : { ...quote, text: `${quote.text} (${place})` }
}
