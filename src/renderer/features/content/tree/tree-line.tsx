import { ChevronRight } from 'lucide-react'
import { counted, formatCount } from '../../../ui/format.ts'
import { holds } from '../coverage.ts'
import type { Coverage } from '../coverage.ts'
import { seenBy } from '../seen.ts'
import { isContainer } from './tree-model.ts'
import type { Member, TreeRow } from './tree-model.ts'
import styles from './tree-viewer.module.css'

export const TREE_ROW = 20
const INDENT = 14

interface LineProps {
  id: string
  row: TreeRow
  top: number
  active: boolean
  coverage: Coverage
  onPress: () => void
}

/** One member: its key, its value or what it holds, and whether the agent has seen it. */
export function TreeLine({ id, row, top, active, coverage, onPress }: LineProps) {
  const style = { transform: `translateY(${top}px)`, paddingLeft: 10 + row.depth * INDENT }
  const member = row.kind === 'member' ? row.member : null
  const opens = member !== null && isContainer(member) && member.count !== 0
  return (
    // The tree holds the focus and the keys; a line is only clicked.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the tree.
      role="treeitem"
      className={styles['line']}
      style={style}
      aria-level={row.depth + 1}
      aria-selected={active}
      aria-expanded={opens && row.kind === 'member' ? row.open : undefined}
      data-seen={member === null ? undefined : seenBy(coverage, member.span[0], member.span[1])}
      data-whole={(member !== null && holds(coverage.all, member.span[0], member.span[1])) || undefined}
      onClick={onPress}
    >
      {row.kind === 'more' ? (
        <span className={styles['more']}>
          {row.total === null
            ? `${formatCount(row.known)} shown — show more`
            : `${formatCount(row.known)} of ${formatCount(row.total)} shown — show more`}
        </span>
      ) : (
        <>
          <ChevronRight
            size={12}
            aria-hidden
            data-hidden={!opens || undefined}
            data-open={row.open || undefined}
          />
          <span className={styles['key']}>{row.member.key ?? row.member.index}</span>
          <Value member={row.member} open={row.open} />
        </>
      )}
    </div>
  )
}

function Value({ member, open }: { member: Member; open: boolean }) {
  const { type, count, source, cut } = member
  if (count === null)
    return (
      <span className={styles['value']} data-type={type}>
        {source}
        {cut && '…'}
      </span>
    )
  return (
    <>
      <span className={styles['count']}>
        {type === 'array' ? counted(count, 'item') : counted(count, 'key')}
      </span>
      {!open && (
        <span className={styles['source']}>
          {source}
          {cut && '…'}
        </span>
      )}
    </>
  )
}
