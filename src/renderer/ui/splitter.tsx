import type { KeyboardEvent, PointerEvent } from 'react'
import styles from './splitter.module.css'

const MIN = 340
const MAX = 1_100
const STEP = 24

interface SplitterProps {
  /** Pixels of the pane to the right of it. */
  width: number
  onResize: (width: number) => void
}

/** The line between two panes; drags, and moves with the arrow keys. */
export function Splitter({ width, onResize }: SplitterProps) {
  const resize = (to: number) => onResize(Math.round(Math.min(MAX, Math.max(MIN, to))))
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) resize(window.innerWidth - event.clientX)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') resize(width + STEP)
    else if (event.key === 'ArrowRight') resize(width - STEP)
  }
  return (
    // A separator that can be moved takes the focus: https://www.w3.org/TR/wai-aria/#separator
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      tabIndex={0}
      className={styles['splitter']}
      aria-label="Width of the detail"
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={MIN}
      aria-valuemax={MAX}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  )
}
