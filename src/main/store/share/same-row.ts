import type { Row } from './copy-rows.ts'

/** What never changes of a row, whatever is done to it later: by this two of the same id are told apart. */
const LASTING = {
  sessions: ['started_at'],
  turns: ['session', 'started_at'],
  calls: [
    'session',
    'server',
    'tool',
    'arguments',
    'outcome',
    'cancelled',
    'started_at',
    'raw_bytes',
    'delivered',
  ],
  entries: ['session', 'sha256', 'server', 'tool', 'created_at'],
} as const

export type NamedTable = keyof typeof LASTING

/** Whether two rows of one id are the same thing. A note is the same in all its versions. */
export function isSame(table: NamedTable, one: Row, other: Row): boolean {
  const isNote = table === 'entries' && one['note'] === 1 && other['note'] === 1
  const columns = isNote ? ['session'] : LASTING[table]
  return columns.every((column) => one[column] === other[column])
}
