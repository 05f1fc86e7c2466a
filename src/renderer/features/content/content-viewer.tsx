import { useEffect, useMemo, useRef, useState } from 'react'
import { useView } from '../../state/view.ts'
import { evenRows } from '../../ui/even-rows.ts'
import { useVirtualWindow } from '../../ui/virtual-window.ts'
import { ContentLine } from './content-line.tsx'
import styles from './content-viewer.module.css'
import type { Coverage } from './coverage.ts'
import { tellsOfErrors } from './errors.ts'
import type { ContentSource, EntryDetail } from './source.ts'
import { useLocateRow, usePages } from './use-pages.ts'

const LINE_HEIGHT = 18

interface ViewerProps {
  entry: EntryDetail
  source: ContentSource
  coverage: Coverage
}

/** The full content of an entry, loaded by slices, with what the agent has seen of it shaded. */
export function ContentViewer({ entry, source, coverage }: ViewerProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const places = useMemo(() => evenRows(source.rows, LINE_HEIGHT), [source])
  const view = useVirtualWindow(scroller, places)
  const pages = usePages(source, entry, view.first, view.end)
  const errors = tellsOfErrors(entry.kind)
  const target = useJump(entry, source, view.viewport, view.scrollTo)

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

/** Goes to the place that was asked for; returns the row that it lies in. */
function useJump(
  entry: EntryDetail,
  source: ContentSource,
  viewport: number,
  scrollTo: (top: number) => void,
): number | null {
  const jump = useView((view) => view.jump)
  const locate = useLocateRow(source, entry)
  const [target, setTarget] = useState<number | null>(null)
  const done = useRef<typeof jump>(null)

  useEffect(() => {
    if (jump === null || jump.entry !== entry.id || viewport === 0 || done.current === jump) return
    done.current = jump
    const go = async () => {
      const row = await locate(jump.char)
      if (done.current !== jump) return
      setTarget(row)
      scrollTo(Math.max(0, row * LINE_HEIGHT - viewport / 3))
    }
    void go()
  }, [jump, entry.id, viewport, locate, scrollTo])
  return target
}
