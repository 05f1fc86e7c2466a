import type { MouseEvent } from 'react'
import { counted, formatCount, formatShare } from '../../ui/format.ts'
import styles from './coverage-strip.module.css'
import type { Coverage, Span } from './coverage.ts'
import { touches } from './coverage.ts'
import type { ErrorMarks } from './use-error-marks.ts'

interface StripProps {
  coverage: Coverage
  /** Characters, or bytes where it is binary. */
  total: number
  unit: 'character' | 'byte'
  errors: ErrorMarks
  onJump: (offset: number) => void
}

const percent = (part: number, total: number) => `${((part / Math.max(1, total)) * 100).toFixed(3)}%`

/** The whole entry as one bar: what the preview showed, what was read, where the errors are. A click goes there. */
export function CoverageStrip({ coverage, total, unit, errors, onJump }: StripProps) {
  const unseen = errors.chars.filter(
    (char) => !touches(coverage.preview, char, char + 1) && !touches(coverage.reads, char, char + 1),
  )
  const bar = ([start, end]: Span, kind: string) => (
    <i
      key={`${kind}${start}`}
      className={styles[kind]}
      style={{ left: percent(start, total), width: `max(2px, ${percent(end - start, total)})` }}
    />
  )
  const jump = (event: MouseEvent<HTMLButtonElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    onJump(Math.min(total - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * total))))
  }
  const seen = `Seen by the agent: ${formatCount(coverage.seen)} of ${counted(total, unit)}, ${formatShare(coverage.seen, total)}`
  const first = unseen[0]
  return (
    <section className={styles['coverage']} aria-label="Coverage">
      <p>
        <span>{seen}</span>
        {first === undefined ? (
          errors.total > 0 && <span>{counted(errors.total, 'error line')}, all seen</span>
        ) : (
          <button type="button" className={styles['unseen']} onClick={() => onJump(first)}>
            {counted(unseen.length, 'error line')}
            {errors.chars.length < errors.total ? '+' : ''} never seen
          </button>
        )}
      </p>
      <button
        type="button"
        className={styles['strip']}
        onClick={jump}
        aria-label={`${seen}. Go to a place in it`}
      >
        {coverage.preview.map((span) => bar(span, 'preview'))}
        {coverage.reads.map((span) => bar(span, 'read'))}
        {errors.chars.map((char) => (
          <i key={char} className={styles['error']} style={{ left: percent(char, total) }} />
        ))}
      </button>
    </section>
  )
}
