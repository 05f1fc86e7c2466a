import { memo } from 'react'
import { counted } from '../../ui/format.ts'
import styles from './content-viewer.module.css'
import type { Coverage } from './coverage.ts'
import { looksLikeError } from './errors.ts'
import { MarkedText } from './marked-text.tsx'
import { seenBy } from './seen.ts'
import type { ContentRow } from './source.ts'

interface LineProps {
  row: ContentRow | undefined
  top: number
  coverage: Coverage
  /** Whether lines may tell of errors. */
  errors: boolean
  /** The line that was jumped to. */
  target: boolean
  /** What is looked for. */
  mark: RegExp | null
}

/** One line with its number, shaded where the agent saw it, red where it tells of an error. */
export const ContentLine = memo(function ContentLine(props: LineProps) {
  const { row, top, coverage, errors, target, mark } = props
  const style = { transform: `translateY(${top}px)` }
  if (row === undefined) return <div className={styles['line']} style={style} data-loading />
  return (
    <div
      className={styles['line']}
      style={style}
      data-seen={seenBy(coverage, row.start, row.end)}
      data-error={(errors && looksLikeError(row.text)) || undefined}
      data-target={target || undefined}
    >
      <span className={styles['label']}>{row.label}</span>
      <span className={styles['text']}>
        <MarkedText text={row.text} mark={mark} />
        {row.more > 0 && <i> … {counted(row.more, 'more character')} in this line</i>}
      </span>
    </div>
  )
})
