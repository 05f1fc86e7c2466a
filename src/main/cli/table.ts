import { visible } from './print.ts'

export interface Column {
  readonly title?: string
  /** Numbers go to the right, so that their digits line up. */
  readonly align?: 'left' | 'right'
}

/** Rows as aligned columns, two spaces apart, under their titles where they have any. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const titles = columns.map((column) => column.title ?? '')
  const cells = [...(titles.some(Boolean) ? [titles] : []), ...rows].map((row) =>
    row.map((cell) => visible(cell).replaceAll(/\s/g, ' ')),
  )
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => width(row[index] ?? ''))))
  const lines = cells.map((row) =>
    row.map((cell, index) => pad(cell, widths[index] ?? 0, columns[index]?.align)).join('  '),
  )
  return lines.map((line) => line.trimEnd()).join('\n')
}

const width = (text: string) => Array.from(text).length

function pad(text: string, to: number, align: Column['align'] = 'left'): string {
  const space = ' '.repeat(Math.max(0, to - width(text)))
  return align === 'right' ? space + text : text + space
}
