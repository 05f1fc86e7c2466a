/** A cell of an SQL answer; null is NULL, which an empty string is not. */
export type Cell = string | null

const BORDER = /[,\n]/g

/** The rows of CSV as the daemon writes it (RFC 4180, `\n` between rows; NULL is nothing at all, an empty string `""`). */
export function parseCsv(text: string): Cell[][] {
  const rows: Cell[][] = [[]]
  let at = 0
  for (;;) {
    const row = rows.at(-1) ?? []
    if (text[at] === '"') {
      let close = text.indexOf('"', at + 1)
      while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
      const end = close === -1 ? text.length : close
      row.push(text.slice(at + 1, end).replaceAll('""', '"'))
      at = end + 1
    } else {
      BORDER.lastIndex = at
      const stop = BORDER.exec(text)?.index ?? text.length
      row.push(stop === at ? null : text.slice(at, stop))
      at = stop
    }
    if (at >= text.length) return rows
    if (text[at] === '\n') rows.push([])
    at++
  }
}
