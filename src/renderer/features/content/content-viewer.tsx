import { useCallback, useMemo, useRef, useState } from 'react'
import { evenRows } from '../../ui/even-rows.ts'
import { useVirtualWindow } from '../../ui/virtual-window.ts'
import { ContentLine } from './content-line.tsx'
import styles from './content-viewer.module.css'
import type { Coverage } from './coverage.ts'
import { tellsOfErrors } from './errors.ts'
import type { ContentSource, EntryDetail } from './source.ts'
import { useJump } from './use-jump.ts'
import { useLocateRow, usePages } from './use-pages.ts'

const LINE_HEIGHT = 18

interface ViewerProps {
  entry: EntryDetail
  source: ContentSource
  coverage: Coverage
  /** What is looked for in it. */
  mark: RegExp | null
}

/** The full content of an entry, loaded by slices, with what the agent has seen of it shaded. */
export function ContentViewer({ entry, source, coverage, mark }: ViewerProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const places = useMemo(() => evenRows(source.rows, LINE_HEIGHT), [source])
  const view = useVirtualWindow(scroller, places)
  const pages = usePages(source, entry, view.first, view.end)
  const errors = tellsOfErrors(entry.kind)
  const [target, setTarget] = useState<number | null>(null)
  const locate = useLocateRow(source, entry)
  const wanted = useRef(0)

  const { viewport, scrollTo } = view
  const go = useCallback(
    (char: number) => {
      const jump = ++wanted.current
      const show = (row: number) => {
        if (wanted.current !== jump) return
        setTarget(row)
        scrollTo(Math.max(0, row * LINE_HEIGHT - viewport / 3))
      }
      // A page that cannot be loaded says so where its lines would stand.
      locate(char).then(show, () => show(source.guessRow(char)))
    },
    [locate, scrollTo, source, viewport],
  )
  useJump(entry.id, viewport > 0, go)

  const rows = []
  for (let index = view.first; index < view.end; index++) {
    const top = places.topOf(index) + view.shift
    rows.push(
      <ContentLine
        key={index}
        row={pages.row(index)}
        top={top}
        coverage={coverage}
        errors={errors}
        target={index === target}
        mark={mark}
      />,
    )
  }
  if (source.rows === 0) return <p className={styles['note']}>The content is empty.</p>
  return (
    <section
      className={styles['scroller']}
      ref={scroller}
      // What scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label="Full content"
      data-content
    >
      {pages.error !== null && <p className={styles['fault']}>{pages.error.message}</p>}
      <div className={styles['sizer']} style={{ height: view.height }}>
        {rows}
      </div>
    </section>
  )
}
