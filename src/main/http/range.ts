export interface ByteRange {
  readonly start: number
  /** Half-open. */
  readonly end: number
}

/**
 * A `Range` header by RFC 9110 section 14. Null: answer with the whole (no header, another unit, or several ranges, which a
 * server may ignore).
 */
export function parseRange(header: string | undefined, total: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '')
  if (!match) return null
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return null
  const range =
    first === ''
      ? { start: Math.max(0, total - Number(last)), end: total }
      : { start: Number(first), end: last === '' ? total : Math.min(Number(last) + 1, total) }
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  return range.start >= total || range.start >= range.end ? 'unsatisfiable' : range
}
