import { useMemo, useRef } from 'react'
import { counted } from '../../ui/format.ts'
import { evenRows } from '../../ui/even-rows.ts'
import { useVirtualWindow } from '../../ui/virtual-window.ts'
import styles from './compare-dialog.module.css'
import type { DiffRow } from './compare-lines.ts'

const LINE = 18
const SIGNS = { same: ' ', added: '+', removed: '−' } as const

/** The lines of a comparison, as many of them as are in sight. */
export function DiffList({ rows }: { rows: readonly DiffRow[] }) {
  const scroller = useRef<HTMLDivElement>(null)
  const places = useMemo(() => evenRows(rows.length, LINE), [rows])
  const view = useVirtualWindow(scroller, places)
  return (
    <section
      className={styles['lines']}
      ref={scroller}
      // What scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label="Differences"
    >
      <div className={styles['sizer']} style={{ height: view.height }}>
        {rows.slice(view.first, view.end).map((row, offset) => {
          const index = view.first + offset
          return (
            <div
              key={index}
              className={styles['line']}
              style={{ transform: `translateY(${index * LINE + view.shift}px)` }}
              data-kind={row.kind}
            >
              {row.kind === 'skipped' ? (
                <span className={styles['skipped']}>… {counted(row.count, 'equal line')}</span>
              ) : (
                <>
                  <span className={styles['number']}>{row.kind === 'added' ? '' : row.left}</span>
                  <span className={styles['number']}>{row.kind === 'removed' ? '' : row.right}</span>
                  <span className={styles['sign']}>{SIGNS[row.kind]}</span>
                  <span>{row.text}</span>
                </>
              )}
            </div>
          )
        })}
      </div>
    </section>
  )
}
