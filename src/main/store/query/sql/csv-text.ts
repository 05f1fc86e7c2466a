const NEEDS_QUOTES = /[",\r\n]/

/** One row as CSV. NULL is an empty field and an empty string `""`; a whole real keeps its `.0`, a blob is `X'…'`. */
export function csvRow(values: readonly unknown[], maxChars = Number.POSITIVE_INFINITY): string {
  return values.map((value) => csvField(value, maxChars)).join(',')
}

function csvField(value: unknown, maxChars: number): string {
  if (value === null) return ''
  const text = cut(textOf(value), maxChars)
  return text === '' || NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function textOf(value: unknown): string {
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) < 1e15 ? value.toFixed(1) : String(value)
  if (value instanceof Uint8Array) return `X'${Buffer.from(value).toString('hex').toUpperCase()}'`
  return String(value)
}

function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const last = text.charCodeAt(maxChars - 1)
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxChars - 1 : maxChars)}…`
}
