import { memo, useMemo, useRef } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useElementSize } from '../../ui/element-size.ts'
import { counted, formatCount } from '../../ui/format.ts'
import { contextShape } from './model/chart.ts'
import type { Run } from './model/moments.ts'
import { inContext } from './model/moments.ts'
import type { TimeScale } from './model/scale.ts'
import styles from './deck.module.css'
import type { Player } from './use-player.ts'
import { formatLength, placeName } from './words.ts'

const HEIGHT = 92

/** Tokens of a line of the chart: `10 k`, `1 M`. */
const roundName = (tokens: number) => (tokens < 1e6 ? `${tokens / 1e3} k` : `${tokens / 1e6} M`)

/**
 * The context as it grew: what it held, filled; what it would have held, as a line above; under them calls and reads in
 * proportion to time. The whole is the scrubber.
 */
export function ContextChart({ player, scale }: { player: Player; scale: TimeScale }) {
  const { run, index, moment } = player
  const frame = useRef<HTMLDivElement>(null)
  const { width } = useElementSize(frame)
  const at = scale.places[index]?.to ?? 0
  const last = run.moments.length - 1

  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width: wide } = event.currentTarget.getBoundingClientRect()
    player.go(scale.nearest(Math.min(1, Math.max(0, (event.clientX - left) / wide))))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const target = targetOf(event.key, index, last)
    if (target === null) return
    event.preventDefault()
    player.go(target)
  }
  return (
    <div
      className={styles['chart']}
      style={{ height: HEIGHT }}
      ref={frame}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input could not show the context inside it.
      role="slider"
      tabIndex={0}
      aria-label="Moment of the replay"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={index}
      aria-valuetext={`${placeName(run, index)}: ${counted(inContext(moment.sums), 'token')} in the context`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        player.setScrubbing(true)
        onPointer(event)
      }}
      onLostPointerCapture={() => player.setScrubbing(false)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onPointer(event)
      }}
    >
      {width > 0 && <Shape run={run} scale={scale} width={width} />}
      <div className={styles['veil']} style={{ left: `${at * 100}%` }} />
      <div className={styles['head']} style={{ left: `${at * 100}%` }} />
    </div>
  )
}

/** What does not change while one scrubs. */
const Shape = memo(function Shape({ run, scale, width }: { run: Run; scale: TimeScale; width: number }) {
  const shape = useMemo(() => contextShape(run.moments, scale, width, HEIGHT), [run, scale, width])
  return (
    <>
      <svg width={width} height={HEIGHT} aria-hidden>
        {shape.lines.map(({ tokens, y }) => (
          <path key={tokens} className={styles['line']} d={`M0 ${y}H${width}`} />
        ))}
        <path className={styles['whole']} d={shape.whole} />
        <path className={styles['reread']} d={shape.reread} />
        <path className={styles['delivered']} d={shape.delivered} />
        <path className={styles['asked']} d={shape.asked} />
        <path className={styles['wholeLine']} d={shape.wholeLine} />
        <path className={styles['calls']} d={shape.calls} />
        <path className={styles['reads']} d={shape.reads} />
        <path className={styles['failures']} d={shape.failures} />
        <path className={styles['cuts']} d={shape.cuts} />
      </svg>
      {shape.lines.map(({ tokens, y }) => (
        <span key={tokens} className={styles['label']} style={{ top: y }}>
          {roundName(tokens)}
        </span>
      ))}
    </>
  )
})

/** The moment that a key goes to; null for keys that do not move. */
function targetOf(key: string, index: number, last: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return index - 1
    case 'ArrowRight':
    case 'ArrowUp':
      return index + 1
    case 'PageUp':
      return index - 10
    case 'PageDown':
      return index + 10
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

/** What the colours and lines of the chart stand for, and what is not in proportion. */
export function ChartLegend({ scale }: { scale: TimeScale }) {
  return (
    <p className={styles['legend']}>
      <span data-of="asked">asked</span>
      <span data-of="delivered">delivered</span>
      <span data-of="reread">read back</span>
      <span data-of="whole">without Spillway</span>
      <em>
        logarithmic
        {scale.longestWait !== null &&
          ` · // waits of over ${formatLength(scale.longestWait)} are drawn as ${formatLength(scale.longestWait)}`}
      </em>
    </p>
  )
}

export const ofMoments = (index: number, count: number): string =>
  `${formatCount(index + 1)} of ${formatCount(count)}`
