import { diffLines } from 'diff'

/** A line of a comparison, or the note of how many equal ones were left out. */
export type DiffRow =
  | {
      readonly kind: 'same' | 'added' | 'removed'
      readonly text: string
      readonly left: number
      readonly right: number
    }
  | { readonly kind: 'skipped'; readonly count: number }

/** Equal lines shown around what differs. */
const CONTEXT = 3
const PATIENCE_MS = 3_000

const linesOf = (text: string) => {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/**
 * What changed from one text to the other, line by line. It works in slices of time, so that the page stays usable;
 * null where the texts differ too much to be compared within a few seconds.
 */
export async function compareLines(before: string, after: string): Promise<DiffRow[] | null> {
  const changes = await new Promise<ReturnType<typeof diffLines> | undefined>((resolve) => {
    diffLines(before, after, { timeout: PATIENCE_MS, callback: resolve })
  })
  if (changes === undefined) return null
  const rows: DiffRow[] = []
  let left = 1
  let right = 1
  for (const [index, { value, added, removed }] of changes.entries()) {
    const lines = linesOf(value)
    const kind = added ? 'added' : removed ? 'removed' : 'same'
    const show = (line: string) => {
      rows.push({ kind, text: line, left, right })
      if (kind !== 'added') left++
      if (kind !== 'removed') right++
    }
    const head = index === 0 ? 0 : CONTEXT
    const tail = index === changes.length - 1 ? 0 : CONTEXT
    if (kind !== 'same' || lines.length <= head + tail + 1) {
      lines.forEach(show)
      continue
    }
    lines.slice(0, head).forEach(show)
    const count = lines.length - head - tail
    rows.push({ kind: 'skipped', count })
    left += count
    right += count
    lines.slice(lines.length - tail).forEach(show)
  }
  return rows
}
