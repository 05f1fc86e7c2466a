import type { OperationOutput } from '../../../shared/contract.ts'
import { counted, formatCount } from '../../ui/format.ts'
import styles from './search-view.module.css'

/** What was found, in how much of what there is: a search that looked at less than all of it says so. */
export function SearchSums({
  found,
  fetching,
}: {
  found: OperationOutput<'search'> | undefined
  fetching: boolean
}) {
  if (found === undefined) return <p className={styles['sums']}>Searching…</p>
  const { items, searched, of, unindexed } = found
  const lines = items.reduce((sum, { matches }) => sum + matches, 0)
  return (
    <output className={styles['sums']}>
      {items.length === 0
        ? 'Nothing found.'
        : `${counted(lines, 'line')} in ${counted(items.length, 'entry', 'entries')}`}{' '}
      <span>
        {of === 0
          ? 'No entry has all of that.'
          : `${formatCount(searched)} of ${counted(of, 'entry', 'entries')} that could match looked through`}
        {unindexed > 0 && ` · ${counted(unindexed, 'entry', 'entries')} not in the index yet`}
        {fetching && ' · searching…'}
      </span>
    </output>
  )
}
