import type { ApiClient } from '../../api/client.ts'
import { formatCount } from '../../ui/format.ts'
import type { ContentSource } from './source.ts'

const ROW_CHARS = 120
const PAGE_ROWS = 160

/** Text with endless lines (one-line JSON, minified code), cut every 120 characters. */
export function wrapSource(client: ApiClient, entry: string, chars: number): ContentSource {
  return {
    shows: 'wrapped',
    rows: Math.ceil(chars / ROW_CHARS),
    pageRows: PAGE_ROWS,
    total: chars,
    guessRow: (offset) => Math.floor(offset / ROW_CHARS),
    async load(page, signal) {
      const from = page * PAGE_ROWS * ROW_CHARS
      const to = Math.min(chars, from + PAGE_ROWS * ROW_CHARS)
      const slice = await client.call('readEntry', { id: entry, mode: 'range', start: from, end: to }, signal)
      const points = Array.from(slice.text)
      return Array.from({ length: Math.ceil(points.length / ROW_CHARS) }, (_, row) => {
        const start = from + row * ROW_CHARS
        const piece = points.slice(row * ROW_CHARS, (row + 1) * ROW_CHARS)
        const text = piece.join('').replaceAll('\n', '⏎').replaceAll('\r', '␍')
        return { label: formatCount(start), text, start, end: start + piece.length, more: 0 }
      })
    },
  }
}
