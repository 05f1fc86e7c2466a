import type { TableHead } from './table-query.ts'

/** Of the mono face at 12 px. */
const CHAR = 7.25
const PADDING = 20
const WIDEST = 42

const NUMBER = /^-?\d[\d.,]*(e[+-]?\d+)?$/i

export interface ColumnLook {
  /** Pixels. */
  readonly width: number
  /** Figures stand to the right, so that their digits line up. */
  readonly figures: boolean
}

/** How wide a column is and on which side its values stand, by its name and the first rows. */
export function columnLooks({ columns, longest, sample }: TableHead): ColumnLook[] {
  return columns.map((name, index) => {
    const values = sample.flatMap((row) => row[index] ?? [])
    const needed = Math.max(name.length + 2, longest[index] ?? 0, ...values.map((value) => value.length))
    return {
      width: Math.round(Math.min(WIDEST, needed) * CHAR + PADDING),
      figures: values.length > 0 && values.every((value) => NUMBER.test(value)),
    }
  })
}
