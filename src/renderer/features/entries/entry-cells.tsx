import type { Entry } from '../../../shared/entry.ts'
import cells from '../../ui/cells.module.css'
import { formatBytes, formatCount, formatMoment } from '../../ui/format.ts'
import { Cell } from '../../ui/grid.tsx'
import styles from './entries-view.module.css'

const moment = (time: string) => formatMoment(Date.parse(time))

/** One stored entry: what it is, how large, and how long it is kept. */
export function EntryCells({ entry }: { entry: Entry }) {
  const { name, server, tool, kind, bytes, lines, createdAt, lastUsedAt, expiresAt, pinned, note } = entry
  return (
    <>
      <Cell className={styles['name']} title={entry.id}>
        {name}
      </Cell>
      <Cell>
        {server !== null && <span className={cells['dim']}>{server} › </span>}
        {note ? <span className={cells['dim']}>note</span> : tool}
      </Cell>
      <Cell className={cells['dim']}>{kind}</Cell>
      <Cell className={cells['figure']}>{formatBytes(bytes)}</Cell>
      <Cell className={`${cells['figure']} ${cells['dim']}`} data-wide>
        {lines === null ? '—' : formatCount(lines)}
      </Cell>
      <Cell className={`${cells['mono']} ${cells['dim']}`} data-wide>
        {moment(createdAt)}
      </Cell>
      <Cell className={`${cells['mono']} ${cells['dim']}`}>{moment(lastUsedAt)}</Cell>
      <Cell className={`${cells['mono']} ${pinned ? styles['pinned'] : cells['dim']}`}>
        {pinned ? 'pinned' : expiresAt === null ? 'removed by hand' : moment(expiresAt)}
      </Cell>
    </>
  )
}
