import type { OperationInput } from '../../../shared/contract.ts'
import cells from '../../ui/cells.module.css'
import { counted, formatCount } from '../../ui/format.ts'
import { Cell } from '../../ui/grid.tsx'
import { marked } from './query.ts'
import type { ResultRow } from './rows.ts'
import styles from './search-view.module.css'

/** An entry with how often it matches, or one of its lines with what matched marked. */
export function ResultCells({ row, input }: { row: ResultRow; input: OperationInput<'search'> }) {
  if (row.kind === 'entry') {
    const { name, tool, kind, matches } = row.entry
    return (
      <>
        <Cell className={styles['kind']}>{kind}</Cell>
        <Cell className={styles['name']}>
          {name} <span className={cells['dim']}>{tool}</span>
        </Cell>
        <Cell className={`${cells['number']} ${cells['dim']}`}>{counted(matches, 'line')}</Cell>
      </>
    )
  }
  if (row.kind === 'more') {
    return (
      <>
        <Cell />
        <Cell className={cells['dim']}>{counted(row.count, 'more line')}</Cell>
        <Cell />
      </>
    )
  }
  // A piece has no id of its own; the line never changes.
  return (
    <>
      <Cell className={`${cells['figure']} ${cells['dim']}`}>{formatCount(row.line)}</Cell>
      <Cell className={`${cells['mono']} ${styles['line']}`}>
        {marked(row.text, input).map(({ text, hit }, index) =>
          // oxlint-disable-next-line react/no-array-index-key
          hit ? <mark key={index}>{text}</mark> : text,
        )}
      </Cell>
      <Cell />
    </>
  )
}
