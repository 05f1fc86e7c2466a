import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ComparedSteps } from '../../../../shared/contract/replay.ts'
import { queries } from '../../../api/queries.ts'
import { useServices } from '../../../state/services.ts'
import { RowList } from '../../../ui/row-list.tsx'
import { Fault } from '../../detail/fault.tsx'
import { SidePane } from '../../detail/side-pane.tsx'
import { StatusPage } from '../../status/page.tsx'
import replay from '../replay.module.css'
import { ComparedCells, ComparedHead } from './compared-cells.tsx'
import { ComparedFigures } from './compared-figures.tsx'
import { ComparedPane } from './compared-pane.tsx'
import styles from './compare.module.css'

/** A row stands for as long as its steps do. */
const keyOf = ({ left, right }: ComparedSteps): string => `${left?.id ?? ''}-${right?.id ?? ''}`

/** Two turns beside each other: which steps are the same, which changed, and which one turn alone took. */
export function CompareView({ id, against }: { id: string; against: string }) {
  const { client } = useServices()
  const [open, setOpen] = useState<string | null>(null)
  const { data, error } = useQuery(queries.compareTurns(client, id, against))
  if (data === undefined)
    return error === null ? (
      <div className={replay['view']} aria-busy="true" />
    ) : (
      <StatusPage title="These turns cannot be compared">
        <Fault error={error} />
      </StatusPage>
    )
  const opened = data.rows.find((row) => keyOf(row) === open)
  return (
    <div className={replay['view']}>
      <ComparedFigures data={data} />
      <div className={replay['body']}>
        <RowList
          label="Steps of both turns"
          grid={styles['grid']}
          head={<ComparedHead left={data.left} right={data.right} />}
          rows={data.rows}
          keyOf={keyOf}
          selected={open}
          onSelect={setOpen}
          dimmed={({ differs }) => differs?.length === 0}
        >
          {(row) => <ComparedCells row={row} />}
        </RowList>
        {opened !== undefined && (
          <SidePane label="What both saw" onClose={() => setOpen(null)}>
            <ComparedPane key={open} row={opened} />
          </SidePane>
        )}
      </div>
    </div>
  )
}
