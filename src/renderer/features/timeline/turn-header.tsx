import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { folderName } from '../../ui/folder-name.ts'
import { counted } from '../../ui/format.ts'
import { Cell, GridRow, RowHeader } from '../../ui/grid.tsx'
import type { TurnRow } from './model/row.ts'
import styles from './rows.module.css'
import { ReplayButton } from '../replay/replay-button.tsx'
import { SessionWord } from './session-mark.tsx'

/** Who asked, in which project: from the session, which is asked for once. */
function useSessionFacts(session: string | null): string[] {
  const { client } = useServices()
  const { data } = useQuery({ ...queries.session(client, session ?? ''), enabled: session !== null })
  if (data === undefined) return []
  return data.projectPath === null ? [data.clientName] : [data.clientName, folderName(data.projectPath)]
}

interface TurnProps {
  row: TurnRow
  top: number
  index: number
}

/** The header of a turn: what was asked, by whom, and what it came to. */
export const TurnHeader = memo(function TurnHeader({ row, top, index }: TurnProps) {
  const who = useSessionFacts(row.session)
  const facts = [...who, counted(row.calls, 'call')]
  return (
    <GridRow
      aria-rowindex={index + 2}
      className={styles['turn']}
      style={{ transform: `translateY(${top}px)` }}
      data-turn={row.key}
    >
      <SessionWord session={row.session} />
      <RowHeader>{row.number === null ? 'Outside a turn' : `Turn ${row.number}`}</RowHeader>
      {(row.title ?? row.prompt) !== null && (
        <Cell className={styles['prompt']} title={row.prompt ?? undefined}>
          {row.title ?? `“${row.prompt}”`}
        </Cell>
      )}
      <Cell className={styles['facts']}>{facts.join(' · ')}</Cell>
      <Cell className={styles['kept']}>{counted(row.saved, 'token')} kept out</Cell>
      {row.turn !== null && (
        <Cell>
          <ReplayButton turn={row.turn} name={`turn ${row.number}`} tabIndex={-1} />
        </Cell>
      )}
    </GridRow>
  )
})
