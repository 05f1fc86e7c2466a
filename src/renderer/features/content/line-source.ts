import type { ApiClient } from '../../api/client.ts'
import { formatCount } from '../../ui/format.ts'
import { countChars } from './characters.ts'
import type { ContentRow, ContentSource } from './source.ts'

/** Well under the 30,000 characters that one read gives back. */
const PAGE_CHARS = 20_000
const MAX_PAGE_ROWS = 200
/** More of one line than this is a scroll bar, not something to read. */
const SHOWN_CHARS = 2_000

/** Text by its own lines. */
export function lineSource(
  client: ApiClient,
  entry: string,
  { chars, lines }: { chars: number; lines: number },
): ContentSource {
  const average = Math.max(1, chars / Math.max(1, lines))
  const pageRows = Math.max(1, Math.min(MAX_PAGE_ROWS, Math.floor(PAGE_CHARS / average)))
  return {
    shows: 'lines',
    rows: lines,
    pageRows,
    total: chars,
    guessRow: (offset) => Math.min(lines - 1, Math.floor(offset / average)),
    async load(page, signal) {
      const readLines = (start: number, end: number) =>
        client.call('readEntry', { id: entry, mode: 'lines', start, end }, signal)
      const startOf = async (line: number) =>
        line > lines ? chars : ((await readLines(line, line + 1)).span?.[0] ?? chars)

      const rows: ContentRow[] = []
      let line = page * pageRows + 1
      const end = Math.min(line + pageRows, lines + 1)
      // Where lines are longer here than on average, a page takes more than one read.
      while (line < end) {
        const slice = await readLines(line, end)
        const next = Math.max(slice.returned.end, line + 1)
        const given = rowsOf(slice.text, line, next, slice.span?.[0] ?? 0)
        const last = given.at(-1)
        if (slice.truncated && last !== undefined && !slice.text.endsWith('\n')) {
          // A line longer than one reply: only where the next one begins tells how long.
          const until = await startOf(next)
          given[given.length - 1] = {
            ...last,
            end: until,
            more: last.more + until - last.end - (next > lines ? 0 : 1),
          }
        }
        rows.push(...given)
        line = next
      }
      return rows
    },
  }
}

/** The lines [first, next) of a slice that begins at character `from`. */
function rowsOf(text: string, first: number, next: number, from: number): ContentRow[] {
  const rows: ContentRow[] = []
  let at = 0
  let start = from
  for (let line = first; line < next; line++) {
    const newline = text.indexOf('\n', at)
    const stop = newline === -1 ? text.length : newline
    const whole = text.slice(at, stop)
    const length = countChars(whole)
    const end = start + length + (newline === -1 ? 0 : 1)
    const more = Math.max(0, whole.length - SHOWN_CHARS)
    rows.push({ label: formatCount(line), text: whole.slice(0, SHOWN_CHARS), start, end, more })
    start = end
    at = stop + 1
  }
  return rows
}
