import { useMemo } from 'react'
import cells from '../../ui/cells.module.css'
import { formatBytes } from '../../ui/format.ts'
import { Cell } from '../../ui/grid.tsx'
import { RowList } from '../../ui/row-list.tsx'
import type { Run } from './model/moments.ts'
import { knownEntries, seenSoFar } from './model/seen.ts'
import styles from './moment-pane.module.css'
import { shareSeen, ThinStrip } from './thin-strip.tsx'

interface KnownProps {
  run: Run
  index: number
  onOpen: (entry: string) => void
}

/** Every entry that the agent knew of by then, the last one first, and how much of each it had seen. */
export function KnownList({ run, index, onOpen }: KnownProps) {
  const known = useMemo(() => knownEntries(run, index), [run, index])
  if (known.length === 0)
    return <p className={styles['note']}>Nothing was kept out yet: all there was is in the context.</p>
  return (
    <RowList
      label="Known by now"
      grid={styles['known']}
      head={null}
      rows={known}
      keyOf={(entry) => entry}
      selected={null}
      onSelect={(entry) => entry !== null && onOpen(entry)}
    >
      {(id) => {
        const entry = run.entries.get(id)
        const seen = seenSoFar(run, id, index)
        return (
          <>
            <Cell title={id}>{entry?.name ?? id}</Cell>
            <Cell className={cells['dim']}>{entry?.gone === true ? 'pruned' : entry?.kind}</Cell>
            <Cell className={cells['figure']}>{formatBytes(entry?.bytes ?? 0)}</Cell>
            <Cell>{seen !== null && <ThinStrip seen={seen} />}</Cell>
            <Cell className={`${cells['figure']} ${cells['dim']}`}>{seen !== null && shareSeen(seen)}</Cell>
          </>
        )
      }}
    </RowList>
  )
}
