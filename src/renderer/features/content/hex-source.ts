import type { ApiClient } from '../../api/client.ts'
import type { ContentSource } from './source.ts'

const ROW_BYTES = 16
const PAGE_ROWS = 256

const hex = (byte: number) => byte.toString(16).padStart(2, '0')
const printable = (byte: number) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')

/** `89 50 4e 47 …  ·PNG`: two groups of eight, then what is printable. */
export function hexLine(bytes: Uint8Array): string {
  const cells = Array.from({ length: ROW_BYTES }, (_, index) => {
    const byte = bytes[index]
    return (index === 8 ? ' ' : '') + (byte === undefined ? '  ' : hex(byte))
  })
  return `${cells.join(' ')}  ${Array.from(bytes, printable).join('')}`
}

/** Bytes, sixteen to a row. */
export function hexSource(client: ApiClient, entry: { id: string; bytes: number }): ContentSource {
  return {
    shows: 'bytes',
    rows: Math.ceil(entry.bytes / ROW_BYTES),
    pageRows: PAGE_ROWS,
    total: entry.bytes,
    guessRow: (offset) => Math.floor(offset / ROW_BYTES),
    async load(page, signal) {
      const from = page * PAGE_ROWS * ROW_BYTES
      const last = Math.min(entry.bytes, from + PAGE_ROWS * ROW_BYTES) - 1
      const path = `/entries/${encodeURIComponent(entry.id)}/content`
      const response = await client.fetch(path, { signal, headers: { range: `bytes=${from}-${last}` } })
      const bytes = new Uint8Array(await response.arrayBuffer())
      return Array.from({ length: Math.ceil(bytes.length / ROW_BYTES) }, (_, row) => {
        const start = from + row * ROW_BYTES
        const piece = bytes.subarray(row * ROW_BYTES, (row + 1) * ROW_BYTES)
        const label = start.toString(16).padStart(8, '0')
        return { label, text: hexLine(piece), start, end: start + piece.length, more: 0 }
      })
    },
  }
}
