import type { Turn } from '../../../../shared/contract/recording.ts'
import { formatCount } from '../../format.ts'
import { visible } from '../../print.ts'
import { formatTable } from '../../table.ts'
import type { Column } from '../../table.ts'

const COLUMNS: readonly Column[] = [
  { title: 'ID' },
  { title: 'TURN', align: 'right' },
  { title: 'STARTED' },
  { title: 'CALLS', align: 'right' },
  { title: 'WHAT' },
]

/** A prompt may have pages. */
const SHOWN = 60

/** Turns as a table. */
export function turnLines(turns: readonly Turn[]): string {
  const rows = turns.map(({ id, number, startedAt, calls, ...turn }) => [
    id,
    formatCount(number),
    startedAt,
    formatCount(calls),
    visible(nameOf(turn)),
  ])
  return formatTable(COLUMNS, rows)
}

/** What to call a turn: its title, else the beginning of its prompt. */
function nameOf({ title, prompt }: Pick<Turn, 'title' | 'prompt'>): string {
  const [line = ''] = (title ?? prompt ?? '').split('\n')
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line
}
