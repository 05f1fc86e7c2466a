import { memo } from 'react'
import { counted } from '../../ui/format.ts'
import styles from './content-viewer.module.css'
import { touches } from './coverage.ts'
import type { Coverage } from './coverage.ts'
import { looksLikeError } from './errors.ts'
import type { ContentRow } from './source.ts'

interface LineProps {
  row: ContentRow | undefined
  top: number
  coverage: Coverage
  /** Whether lines may tell of errors. */
  errors: boolean
  /** The line that was jumped to. */
  target: boolean
}

function seenBy(coverage: Coverage, { start, end }: ContentRow): 'preview' | 'read' | undefined {
  // An empty line has no character to be seen by; it counts with the one it ends.
  const stop = Math.max(end, start + 1)
  if (touches(coverage.reads, start, stop)) return 'read'
  return touches(coverage.preview, start, stop) ? 'preview' : undefined
}

/** One line with its number, shaded where the agent saw it, red where it tells of an error. */
export const ContentLine = memo(function ContentLine({ row, top, coverage, errors, target }: LineProps) {
  const style = { transform: `translateY(${top}px)` }
  if (row === undefined) return <div className={styles['line']} style={style} data-loading />
  const seen = seenBy(coverage, row)
  return (
    <div
      className={styles['line']}
      style={style}
      data-seen={seen}
      data-error={(errors && looksLikeError(row.text)) || undefined}
      data-target={target || undefined}
    >
      <span className={styles['label']}>{row.label}</span>
      <span className={styles['text']}>
        {row.text}
        {row.more > 0 && <i> … {counted(row.more, 'more character')} in this line</i>}
      </span>
    </div>
  )
})
