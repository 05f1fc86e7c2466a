import { useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { counted, formatCount, formatShare } from '../../ui/format.ts'
import { Hint } from '../../ui/hint.tsx'
import styles from './coverage-strip.module.css'
import type { Coverage, Span } from './coverage.ts'
import { unseenErrors } from './use-error-marks.ts'
import type { ErrorMarks } from './use-error-marks.ts'

interface StripProps {
  coverage: Coverage
  /** Characters, or bytes where it is binary. */
  total: number
  unit: 'character' | 'byte'
  errors: ErrorMarks
  /** What was seen until some moment, not ever. */
  soFar: boolean
  onJump: (offset: number) => void
  /** Goes to the error line after the one that was gone to last. */
  onNextUnseen: () => void
}

const percent = (part: number, total: number) => `${((part / Math.max(1, total)) * 100).toFixed(3)}%`

/** How far a key moves along the strip, as a share of it. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -0.01,
  ArrowDown: -0.01,
  ArrowRight: 0.01,
  ArrowUp: 0.01,
  PageUp: -0.1,
  PageDown: 0.1,
  Home: -1,
  End: 1,
}

/** The whole entry as one bar: what the preview showed, what was read, where the errors are. A click or a key goes there. */
export function CoverageStrip({ coverage, total, unit, errors, soFar, onJump, onNextUnseen }: StripProps) {
  const [place, setPlace] = useState<number | null>(null)
  const unseen = unseenErrors(errors, coverage)
  const goTo = (share: number) => {
    const offset = Math.min(total - 1, Math.max(0, Math.floor(share * total)))
    setPlace(offset)
    onJump(offset)
  }
  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    goTo((event.clientX - left) / width)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    goTo(Math.max(0, Math.min(1, (place ?? 0) / Math.max(1, total) + step)))
  }
  const bar = ([start, end]: Span, kind: string) => (
    <i
      key={`${kind}${start}`}
      className={styles[kind]}
      // What lies at the very end is seen too.
      style={{
        left: `min(${percent(start, total)}, calc(100% - 2px))`,
        width: `max(2px, ${percent(end - start, total)})`,
      }}
    />
  )
  const seen = `${soFar ? 'Seen by then' : 'Seen by the agent'}: ${formatCount(coverage.seen)} of ${counted(total, unit)}, ${formatShare(coverage.seen, total)}`
  return (
    <section className={styles['coverage']} aria-label="Coverage">
      <p>
        <span>{seen}</span>
        {unseen.length === 0 ? (
          errors.total > 0 && <span>{counted(errors.total, 'error line')}, all seen</span>
        ) : (
          <Hint
            text={soFar ? 'Next error line that it had not seen' : 'Next error line that the agent never saw'}
            shortcut="N"
          >
            <button type="button" className={styles['unseen']} onClick={onNextUnseen}>
              {counted(unseen.length, 'error line')}
              {errors.chars.length < errors.total ? '+' : ''} {soFar ? 'not seen by then' : 'never seen'}
            </button>
          </Hint>
        )}
      </p>
      <div
        className={styles['strip']}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input could not show the spans inside it.
        role="slider"
        tabIndex={0}
        onPointerDown={onPointer}
        onKeyDown={onKeyDown}
        aria-label="Place in the content"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, total - 1)}
        aria-valuenow={place ?? 0}
        aria-valuetext={`${unit} ${formatCount(place ?? 0)}. ${seen}`}
      >
        {coverage.preview.map((span) => bar(span, 'preview'))}
        {coverage.reads.map((span) => bar(span, 'read'))}
        {errors.chars.map((char) => (
          <i key={char} className={styles['error']} style={{ left: percent(char, total) }} />
        ))}
        {place !== null && <b className={styles['place']} style={{ left: percent(place, total) }} />}
      </div>
    </section>
  )
}
