import type { Column } from '../protocol.ts'
import { quoteName } from '../table/names.ts'

const LONGEST = 1_200

/** Columns as one writes them in SQL, with their types, as many as are worth their place. */
export function describeColumns(columns: readonly Column[]): string {
  const parts: string[] = []
  let length = 0
  for (const { name, type } of columns) {
    const part = `${/^[A-Za-z_]\w*$/.test(name) ? name : quoteName(name)} ${type}`
    length += part.length + 2
    if (length > LONGEST) return `${parts.join(', ')} and ${columns.length - parts.length} more`
    parts.push(part)
  }
  return parts.join(', ')
}
