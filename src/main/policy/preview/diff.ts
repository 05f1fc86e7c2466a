import type { Doc, Rendered } from './doc.ts'
import { excerpt } from './excerpt.ts'
import { fitLines, type Line } from './fit.ts'
import { eachLine, lookedAt, sampleLines } from './lines.ts'

const SAMPLED = 200

interface FileChange {
  readonly path: string
  readonly line: number
  added: number
  removed: number
  hunks: number
  note: string
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
  const files = scan(doc)
  const added = files.reduce((sum, file) => sum + file.added, 0)
  const removed = files.reduce((sum, file) => sum + file.removed, 0)
  const hunks = files.reduce((sum, file) => sum + file.hunks, 0)
  const bySize = [...files].sort((a, b) => b.added + b.removed - a.added - a.removed)
  const rankOf = new Map(bySize.map((file, index) => [file, 1 + index]))
  const noted = (note: string) => files.filter((file) => file.note === note).length
  const notes = ['new', 'deleted', 'renamed', 'binary'].flatMap((note) =>
    noted(note) > 0 ? [`${noted(note)} ${note}`] : [],
  )
  const lines: Line[] = [
    {
      text: `Diff of ${files.length} files: +${added} −${removed} in ${hunks} hunks${notes.length > 0 ? ` (${notes.join(', ')})` : ''}${lookedAt(doc)}`,
      rank: 0,
    },
    ...files.map((file) => ({
      text: `line ${file.line}: ${excerpt(file.path, 100)} +${file.added} −${file.removed}${file.note === '' ? '' : ` ${file.note}`}`,
      rank: rankOf.get(file) ?? files.length,
    })),
  ]
  const fitted = fitLines(lines, tokens)
  const left = files.length + 1 - fitted.text.split('\n').length
  const largest = bySize[0]
  return {
    ...(left > 0 ? fitLines([...lines, { text: `and ${left} smaller ones`, rank: 0.5 }], tokens) : fitted),
    ...(largest === undefined
      ? {}
      : { next: { mode: 'lines', start: largest.line, end: largest.line + 60 } as const }),
  }
}

function scan(doc: Doc): FileChange[] {
  const files: FileChange[] = []
  let current: FileChange | undefined
  let inGit = false
  let left = 0
  let right = 0
  const open = (path: string, line: number) => {
    current = { path, line, added: 0, removed: 0, hunks: 0, note: '' }
    files.push(current)
  }
  eachLine(doc, ({ text, number }) => {
    // Inside a hunk its header says how many lines belong to it, so `--- x` there is a removed line.
    if (left > 0 || right > 0) {
      const sign = text[0]
      if (sign === '+') right--
      else if (sign === '-') left--
      else if (sign !== '\\') {
        left--
        right--
      }
      if (sign === '+' && current) current.added++
      if (sign === '-' && current) current.removed++
      return
    }
    const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(text)
    if (hunk) {
      left = Number(hunk[1] ?? 1)
      right = Number(hunk[2] ?? 1)
      if (current) current.hunks++
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
  return files
}

function noteOf(text: string): string {
  if (text.startsWith('new file mode')) return 'new'
  if (text.startsWith('deleted file mode')) return 'deleted'
  if (text.startsWith('rename from ')) return 'renamed'
  return text.startsWith('Binary files ') || text.startsWith('GIT binary patch') ? 'binary' : ''
}
