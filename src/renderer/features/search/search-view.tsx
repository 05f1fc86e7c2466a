import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { useOpened, useView } from '../../state/view.ts'
import { RowList } from '../../ui/row-list.tsx'
import { EntryPane } from '../detail/entry-pane.tsx'
import { Fault } from '../detail/fault.tsx'
import { searchInput } from './query.ts'
import { rememberSearch } from './recent.ts'
import { ResultCells } from './result-cells.tsx'
import { resultRows } from './rows.ts'
import type { ResultRow } from './rows.ts'
import { SearchStart } from './search-start.tsx'
import { SearchSums } from './search-sums.tsx'
import styles from './search-view.module.css'

/** Lines of everything that is stored, by words or by a pattern, and beside them the entry that is open. */
export function SearchView() {
  const { client } = useServices()
  const asked = useOpened('search') ?? ''
  const jumpTo = useView((view) => view.jumpTo)
  const input = useMemo(() => searchInput(asked), [asked])
  const [open, setOpen] = useState<ResultRow | null>(null)
  const { data, error, isFetching } = useQuery({
    ...queries.search(client, input ?? {}),
    enabled: input !== null,
    placeholderData: keepPreviousData,
  })
  const rows = useMemo(() => resultRows(data?.items ?? []), [data])

  const show = async (key: string | null) => {
    const row = rows.find((other) => other.key === key) ?? null
    setOpen(row)
    if (row === null) return
    rememberSearch(asked)
    if (row.kind !== 'line') return
    const id = row.entry.id
    const { span } = await client.call('readEntry', { id, mode: 'lines', start: row.line, end: row.line + 1 })
    jumpTo(id, span?.[0] ?? 0)
  }

  if (input === null) return <SearchStart />
  if (error !== null) return <Fault error={error} />
  return (
    <div className={styles['view']}>
      <div className={styles['results']} data-fetching={isFetching}>
        <SearchSums found={data} fetching={isFetching} />
        <RowList
          label="Found lines"
          grid={styles['grid']}
          head={null}
          rows={rows}
          keyOf={({ key }) => key}
          selected={open?.key ?? null}
          onSelect={(key) => void show(key)}
        >
          {(row) => <ResultCells row={row} input={input} />}
        </RowList>
      </div>
      {open !== null && <EntryPane key={open.entry.id} id={open.entry.id} onClose={() => setOpen(null)} />}
    </div>
  )
}
