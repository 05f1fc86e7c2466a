import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Simulation } from '../../../../shared/contract/simulate.ts'
import { useElementSize } from '../../../ui/element-size.ts'
import { formatBytes, formatTight } from '../../../ui/format.ts'
import stats from '../stats-view.module.css'
import styles from './simulator.module.css'

interface CurveProps {
  simulation: Simulation
  /** A point was clicked. */
  onPick: (thresholdBytes: number) => void
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 })
/** By magnitudes: as much happens between 1 and 2 KB as between 1 and 2 MB. A threshold of 0 has none. */
const magnitude = (bytes: number) => Math.log2(Math.max(1, bytes))

/** Tokens that stay out of the context over the threshold, between nothing and all of the newly stored being read back. */
export function ThresholdCurve({ simulation, onPick }: CurveProps) {
  const box = useRef<HTMLDivElement>(null)
  const { width, height } = useElementSize(box)
  const { curve, thresholdBytes } = simulation
  const pick = useRef(onPick)
  useEffect(() => {
    pick.current = onPick
  }, [onPick])

  useEffect(() => {
    if (box.current === null || width === 0) return undefined
    const data: uPlot.AlignedData = [
      curve.map((point) => magnitude(point.thresholdBytes)),
      curve.map(({ tokens }) => tokens.net),
      curve.map(({ netAtLeast }) => netAtLeast),
    ]
    const drawn = new uPlot(optionsOf({ width, height }, thresholdBytes), data, box.current)
    const onClick = () => {
      const point = curve[drawn.cursor.idx ?? -1]
      if (point) pick.current(point.thresholdBytes)
    }
    drawn.over.addEventListener('click', onClick)
    return () => drawn.destroy()
  }, [width, height, curve, thresholdBytes])

  return (
    <figure className={`${stats['panel']} ${styles['curve']}`}>
      <figcaption>
        <h2>Tokens kept out, over the threshold</h2>
        <strong>{formatBytes(thresholdBytes)}</strong>
      </figcaption>
      <ul className={stats['legend']}>
        <li>
          <i style={{ background: 'var(--accent)' }} data-shape="line" />
          With the recorded reads
        </li>
        <li>
          <i style={{ background: 'var(--dim)' }} data-shape="dashed" />
          At least: all that is newly stored read back whole
        </li>
      </ul>
      <div
        className={styles['plot']}
        ref={box}
        // It is drawn on a canvas, which has no source to name.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={`Tokens kept out over thresholds; ${formatTight(simulation.simulated.tokens.net)} at ${formatBytes(thresholdBytes)}. The table beside it has the figures.`}
      />
    </figure>
  )
}

function optionsOf(size: { width: number; height: number }, at: number): uPlot.Options {
  const theme = getComputedStyle(document.documentElement)
  const colour = (token: string) => theme.getPropertyValue(`--${token}`).trim()
  const axis: uPlot.Axis = {
    stroke: colour('dim'),
    font: `11px ${theme.getPropertyValue('--font')}`,
    grid: { stroke: colour('line'), width: 1 },
    ticks: { show: false },
    gap: 4,
  }
  const line = (stroke: string): uPlot.Series => ({
    stroke: colour(stroke),
    width: 1.5,
    points: { show: true, size: 4, fill: colour(stroke) },
  })
  return {
    ...size,
    padding: [6, 24, 0, 0],
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false, points: { size: 6 } },
    scales: { x: { time: false } },
    axes: [
      {
        ...axis,
        size: 24,
        grid: { show: false },
        space: 56,
        incrs: [1, 2, 4],
        values: (_plot, splits) => splits.map((power) => formatBytes(2 ** power)),
      },
      {
        ...axis,
        size: 56,
        space: 28,
        values: (_plot, splits) => splits.map((value) => compact.format(value)),
      },
    ],
    series: [{}, line('accent'), { ...line('dim'), dash: [4, 3] }],
    hooks: { draw: [(plot) => markThreshold(plot, magnitude(at), colour('accent'))] },
  }
}

/** Where the policy that is tried stands. */
function markThreshold(plot: uPlot, at: number, stroke: string): void {
  const { ctx, bbox } = plot
  const x = plot.valToPos(at, 'x', true)
  ctx.save()
  ctx.strokeStyle = stroke
  ctx.setLineDash([6, 4])
  ctx.beginPath()
  ctx.moveTo(x, bbox.top)
  ctx.lineTo(x, bbox.top + bbox.height)
  ctx.stroke()
  ctx.restore()
}
