import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PruneResult } from '../../../shared/contract/cache.ts'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import cells from '../../ui/cells.module.css'
import { counted, formatBytes } from '../../ui/format.ts'
import { Cell, ColumnHeader } from '../../ui/grid.tsx'
import { RowList } from '../../ui/row-list.tsx'
import styles from './prune-dialog.module.css'
import { why } from './what.ts'
import type { What } from './what.ts'

interface OutcomeProps {
  by: What['by']
  found: PruneResult | undefined
  error: Error | null
}

const UNSAID: Readonly<Partial<Record<What['by'], string>>> = {
  tool: 'Say which tool, as server.tool; * stands for anything.',
  session: 'Say which session.',
  size: 'Say how many megabytes may stay.',
}

/** What the dry run says would go: the sum, and each of them. */
export function PruneOutcome({ by, found, error }: OutcomeProps) {
  if (error !== null) return <p className={styles['fault']}>{error.message}</p>
  if (found === undefined) return <p className={styles['outcome']}>{UNSAID[by]}</p>
  if (found.entries === 0) return <p className={styles['outcome']}>Nothing to remove.</p>
  return (
    <div className={styles['outcome']}>
      <p aria-live="polite">
        <strong>{counted(found.entries, 'entry', 'entries')}</strong> would go, with{' '}
        <strong>{counted(found.blobs, 'blob')}</strong> that nothing else holds:{' '}
        <strong>{formatBytes(found.freedBytes)}</strong> freed.
      </p>
      <Doomed by={by} ids={found.ids} />
    </div>
  )
}

/** As many are fetched at once. */
const PAGE = 100

interface Row {
  readonly id: string
  /** The ids that are fetched with it. */
  readonly page: readonly string[]
}

function Doomed({ by, ids }: { by: What['by']; ids: readonly string[] }) {
  const [at, setAt] = useState<string | null>(null)
  const pages = Array.from({ length: Math.ceil(ids.length / PAGE) }, (_, page) =>
    ids.slice(page * PAGE, (page + 1) * PAGE),
  )
  const rows = pages.flatMap((page) => page.map((id): Row => ({ id, page })))
  return (
    <RowList
      label="What would go"
      grid={styles['grid']}
      head={
        <>
          <ColumnHeader>Name</ColumnHeader>
          <ColumnHeader>Tool</ColumnHeader>
          <ColumnHeader className={cells['number']}>Size</ColumnHeader>
          <ColumnHeader>Why</ColumnHeader>
        </>
      }
      rows={rows}
      keyOf={({ id }) => id}
      selected={at}
      onSelect={setAt}
    >
      {(row) => <DoomedCells by={by} row={row} />}
    </RowList>
  )
}

function DoomedCells({ by, row: { id, page } }: { by: What['by']; row: Row }) {
  const { client } = useServices()
  const { data } = useQuery(queries.entriesById(client, page))
  const entry = data?.get(id)
  if (entry === undefined) return <Cell className={cells['dim']}>{id}</Cell>
  return (
    <>
      <Cell>{entry.name}</Cell>
      <Cell className={cells['dim']}>
        {entry.server === null ? entry.tool : `${entry.server} › ${entry.tool}`}
      </Cell>
      <Cell className={cells['figure']}>{formatBytes(entry.bytes)}</Cell>
      <Cell className={cells['dim']}>{why(by, entry)}</Cell>
    </>
  )
}
