import type { Doc, Rendered } from './doc.ts'
import { counted, excerpt } from './excerpt.ts'
import { fitLines, spreadRanks, type Line } from './fit.ts'
import { eachLine, lookedAt, quoteLine, sampleLines, type SourceLine } from './lines.ts'
import { Spaced } from './spaced.ts'

const SAMPLED = 200
/** So many files have a line of their own, the largest ones. */
const LINES = 10
const CONTEXTS = 6
const CHANGES = 16

interface FileChange {
  readonly path: string
  readonly line: number
  added: number
  removed: number
  hunks: number
  note: string
  /** What stands behind the numbers of hunk headers: the function or section that they are in. */
  readonly contexts: Set<string>
}

/** A hunk header, and before it the two names of a file. */
export function isDiff(doc: Doc): boolean {
  const lines = sampleLines(doc, SAMPLED).map(({ text }) => text)
  const names = lines.some((line, i) => line.startsWith('--- ') && lines[i + 1]?.startsWith('+++ ') === true)
  return (
    lines.some((line) => line.startsWith('diff --git ')) ||
    (names && lines.some((line) => line.startsWith('@@ ')))
  )
}

/** Which files, how much of each, where each begins: the largest first to stay where the budget is short. */
export function previewDiff(doc: Doc, tokens: number): Rendered {
  const { files, changes } = scan(doc)
  const added = files.reduce((sum, file) => sum + file.added, 0)
  const removed = files.reduce((sum, file) => sum + file.removed, 0)
  const hunks = files.reduce((sum, file) => sum + file.hunks, 0)
  const bySize = [...files].sort((a, b) => b.added + b.removed - a.added - a.removed)
  const rankOf = new Map(bySize.map((file, index) => [file, 1 + index]))
  const noted = (note: string) => files.filter((file) => file.note.startsWith(note)).length
  const notes = ['new', 'deleted', 'renamed', 'binary'].flatMap((note) =>
    noted(note) > 0 ? [`${noted(note)} ${note}`] : [],
  )
  const largest = new Set(bySize.slice(0, LINES))
  const smaller = files.filter((file) => !largest.has(file))
  const group = { prefix: `${smaller.length} smaller: `, joiner: ', ' }
  const spread = spreadRanks(changes.length, 40)
  const lines: Line[] = [
    {
      text: `Diff of ${counted(files.length, 'file')}: +${added} −${removed} in ${counted(hunks, 'hunk')}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}${lookedAt(doc)}`,
      rank: 0,
    },
    ...files.flatMap((file) => (largest.has(file) ? describe(file, rankOf.get(file) ?? files.length) : [])),
    ...smaller.map((file, i) => ({
      text: `${excerpt(file.path.slice(file.path.lastIndexOf('/') + 1), 60)} +${file.added} −${file.removed}`,
      // That there are smaller ones is said in any case.
      rank: i === 0 ? 0.5 : LINES + 2 + i,
      group,
    })),
    { text: 'Some of the changed lines:', rank: 39, heading: true },
    ...changes.map((line, i) => quoteLine(line, spread[i] ?? 40, 100)),
  ]
  const first = bySize[0]
  return {
    ...fitLines(lines, tokens),
    ...(first === undefined
      ? {}
      : { next: { mode: 'lines', start: first.line, end: first.line + 60 } as const }),
  }
}

/** The file with the line where it begins; which functions its hunks are in, for what room is left. */
function describe({ path, line, added, removed, note, contexts }: FileChange, rank: number): Line[] {
  const group = { prefix: '  in ', joiner: '; ' }
  const under = {
    text: `line ${line}: ${excerpt(path, 100)} +${added} −${removed}${note === '' ? '' : ` ${note}`}`,
    rank,
  }
  return [
    under,
    ...[...contexts].map((context, i) => ({
      text: excerpt(context, 60),
      rank: LINES + 4 + rank + 3 * i,
      group,
      under,
    })),
  ]
}

function scan(doc: Doc): { files: FileChange[]; changes: SourceLine[] } {
  const files: FileChange[] = []
  const changes = new Spaced<SourceLine>(CHANGES)
  let isFirst = false
  let current: FileChange | undefined
  let inGit = false
  let left = 0
  let right = 0
  const open = (path: string, line: number) => {
    current = { path, line, added: 0, removed: 0, hunks: 0, note: '', contexts: new Set() }
    files.push(current)
  }
  eachLine(doc, (line) => {
    const { text, number } = line
    // Inside a hunk its header says how many lines belong to it, so `--- x` there is a removed line.
    if (left > 0 || right > 0) {
      const sign = text[0]
      if (sign === '+') right--
      else if (sign === '-') left--
      else if (sign !== '\\') {
        left--
        right--
      }
      if ((sign === '+' || sign === '-') && isFirst && /\w/.test(text)) {
        changes.add(line)
        isFirst = false
      }
      if (sign === '+' && current) current.added++
      if (sign === '-' && current) current.removed++
      return
    }
    const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@ ?(.*)/.exec(text)
    if (hunk) {
      left = Number(hunk[1] ?? 1)
      right = Number(hunk[2] ?? 1)
      isFirst = true
      if (current) {
        current.hunks++
        if (hunk[3] && current.contexts.size < CONTEXTS) current.contexts.add(hunk[3].trim())
      }
    } else if (text.startsWith('diff --git ')) {
      inGit = true
      open(text.slice(text.lastIndexOf(' b/') + 3), number)
    } else if (text.startsWith('--- ') && !inGit) {
      open(text.slice(4).split('\t')[0] ?? '', number)
    } else if (text.startsWith('+++ ') && !inGit && current) {
      const path = text.slice(4).split('\t')[0] ?? ''
      if (path !== '/dev/null') files[files.length - 1] = current = { ...current, path }
    } else if (current) {
      current.note ||= noteOf(text)
    }
  })
  return { files, changes: changes.things }
}

function noteOf(text: string): string {
  if (text.startsWith('new file mode')) return 'new'
  if (text.startsWith('deleted file mode')) return 'deleted'
  if (text.startsWith('rename from ')) return `renamed from ${excerpt(text.slice(12), 80)}`
  if (text.startsWith('new mode ')) return `mode ${text.slice(9)}`
  return text.startsWith('Binary files ') || text.startsWith('GIT binary patch') ? 'binary' : ''
}
