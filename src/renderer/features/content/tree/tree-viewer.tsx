import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy.ts'
import { formatBytes } from '../../../ui/format.ts'
import { evenRows } from '../../../ui/even-rows.ts'
import { useVirtualWindow } from '../../../ui/virtual-window.ts'
import { Fault } from '../../detail/fault.tsx'
import type { Coverage } from '../coverage.ts'
import type { EntryDetail } from '../source.ts'
import { useJump } from '../use-jump.ts'
import { isContainer } from './tree-model.ts'
import { TREE_ROW, TreeLine } from './tree-line.tsx'
import { useTreeKeys } from './use-tree-keys.ts'
import { useTree } from './use-tree.ts'
import styles from './tree-viewer.module.css'

interface TreeProps {
  entry: EntryDetail
  coverage: Coverage
  /** Shows a character in the raw text. */
  onRaw: (char: number) => void
}

/** JSON as a tree that loads what is opened, each value shaded by what the agent has seen of it. */
export function TreeViewer({ entry, coverage, onRaw }: TreeProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const tree = useTree(entry)
  const { rows, openAt } = tree
  const view = useVirtualWindow(scroller, evenRows(rows.length, TREE_ROW))
  const [active, setActive] = useState<string | null>(null)
  const place = rows.findIndex(({ path }) => path === active)
  const current = rows[place]
  const sought = useRef<string | null>(null)

  const { viewport, top, scrollTo } = view
  const reveal = useCallback(
    (index: number) => {
      const y = index * TREE_ROW
      if (y < top) scrollTo(y)
      else if (y + TREE_ROW > top + viewport) scrollTo(y + TREE_ROW - viewport)
    },
    [top, viewport, scrollTo],
  )
  const go = useCallback(
    (char: number) => {
      const show = (path: string | null) => {
        if (path === null) return onRaw(char)
        sought.current = path
        setActive(path)
      }
      openAt(char).then(show, () => onRaw(char))
    },
    [openAt, onRaw],
  )
  useJump(entry.id, !tree.loading && viewport > 0, go)
  useEffect(() => {
    // What was gone to stands in the list only once its branches are there.
    if (sought.current === null || rows[place]?.path !== sought.current) return
    sought.current = null
    scrollTo(Math.max(0, place * TREE_ROW - viewport / 3))
  }, [rows, place, scrollTo, viewport])

  const onKeyDown = useTreeKeys({ tree, place, viewport, setActive, reveal })
  if (tree.error !== null && rows.length === 0) return <Fault error={tree.error} />
  return (
    <>
      <div
        ref={scroller}
        className={styles['tree']}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its rows are placed one by one.
        role="tree"
        tabIndex={0}
        aria-label="Full content as a tree"
        aria-busy={tree.loading}
        aria-activedescendant={current === undefined ? undefined : lineId(current.path)}
        onKeyDown={onKeyDown}
        data-content
      >
        {tree.error !== null && <Fault error={tree.error} />}
        {tree.loading && <p className={styles['note']}>Looking through {formatBytes(entry.bytes)}…</p>}
        <div className={styles['sizer']} style={{ height: view.height }}>
          {rows.slice(view.first, view.end).map((row, offset) => (
            <TreeLine
              key={row.path}
              id={lineId(row.path)}
              row={row}
              top={(view.first + offset) * TREE_ROW + view.shift}
              active={row.path === active}
              coverage={coverage}
              onPress={() => {
                setActive(row.path)
                if (row.kind === 'more') tree.more(row.of)
                else if (isContainer(row.member)) tree.toggle(row.path, row.member)
              }}
            />
          ))}
        </div>
      </div>
      {current?.kind === 'member' && (
        <footer className={styles['foot']}>
          <code title={current.path}>{current.path}</code>
          <Button look="quiet" onClick={() => void copyText(current.path, 'Path')}>
            Copy path
          </Button>
          <Button look="quiet" onClick={() => onRaw(current.member.span[0])}>
            In the raw text
          </Button>
        </footer>
      )}
    </>
  )
}

const lineId = (path: string) => `tree-${path}`
