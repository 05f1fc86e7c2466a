import { useDeferredValue, useMemo, useState } from 'react'
import type { EntrySort } from '../../../shared/contract/entries.ts'
import { useOpened, useView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import { RowList } from '../../ui/row-list.tsx'
import { EntryPane } from '../detail/entry-pane.tsx'
import { NotesView } from '../notes/notes-view.tsx'
import { parseNotes } from '../notes/notes-place.ts'
import { Empty } from '../status/empty.tsx'
import { Unreachable } from '../status/unreachable.tsx'
import { joinFilter } from '../timeline/filter/split.ts'
import { CacheMap } from './cache-map.tsx'
import styles from './entries-view.module.css'
import { EntriesSwitch } from './entries-switch.tsx'
import { EntryCells } from './entry-cells.tsx'
import { EntryHead } from './entry-head.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useEntries } from './use-entries.ts'

const NOTHING: ReadonlySet<string> = new Set()

/** Everything that is stored, to look through and to keep in order by hand; the notes among it, to write. */
export function EntriesView() {
  const opened = useOpened('entries')
  const notes = parseNotes(opened)
  return notes === null ? <Entries opened={opened} /> : <NotesView place={notes} />
}

function Entries({ opened }: { opened: string | null }) {
  const chips = useView((view) => view.chips)
  const draft = useView((view) => view.draft)
  const select = useView((view) => view.select)
  const setFilter = useView((view) => view.setFilter)
  const [sort, setSort] = useState<EntrySort>('newest')
  const [chosen, setChosen] = useState(NOTHING)
  const filter = useDeferredValue(joinFilter({ chips, draft }))
  const { entries, total, error, more } = useEntries(filter, sort)
  const marked = useMemo(() => entries?.filter(({ id }) => chosen.has(id)) ?? [], [entries, chosen])

  if (entries === undefined) return error === null ? null : <Unreachable />
  if (total === 0 && filter === '')
    return (
      <div className={styles['side']}>
        <EntriesSwitch showing="entries" />
        <Empty />
      </div>
    )
  return (
    <div className={styles['view']}>
      <div className={styles['side']}>
        <EntriesSwitch showing="entries" />
        <CacheMap filter={filter} />
        <SelectionBar
          entries={marked}
          total={total}
          loaded={entries.length}
          onDone={() => setChosen(NOTHING)}
        />
        {total === 0 ? (
          <p className={styles['none']}>
            No entry matches the filter. <Button onClick={() => setFilter([], '')}>Clear it</Button>
          </p>
        ) : (
          <RowList
            label="Entries"
            grid={styles['grid']}
            head={<EntryHead sort={sort} onSort={setSort} />}
            rows={entries}
            keyOf={({ id }) => id}
            selected={opened}
            onSelect={select}
            marks={{ keys: chosen, set: setChosen }}
            onEnd={more}
          >
            {(entry) => <EntryCells entry={entry} />}
          </RowList>
        )}
      </div>
      {opened !== null && <EntryPane key={opened} id={opened} />}
    </div>
  )
}
