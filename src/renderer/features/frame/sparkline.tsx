import styles from './figures.module.css'

const WIDTH = 160
const HEIGHT = 34
const PAD = 2

/** The running total of `values` as points of a polyline in a WIDTH × HEIGHT box. */
export function runningPoints(values: readonly number[]): string {
  let sum = 0
  const totals = values.map((value) => (sum += value))
  const low = Math.min(0, ...totals)
  const span = Math.max(0, ...totals) - low || 1
  return totals
    .map((total, index) => {
      const x = (index / Math.max(1, totals.length - 1)) * WIDTH
      const y = HEIGHT - PAD - ((total - low) / span) * (HEIGHT - 2 * PAD)
      return `${x.toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
}

/** A small curve of what added up; its shape is the message, the number stands beside it. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  if (values.length < 2 || values.every((value) => value === 0)) return null
  const points = runningPoints(values)
  return (
    <svg
      className={styles['spark']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polygon points={`0,${HEIGHT} ${points} ${WIDTH},${HEIGHT}`} fill="var(--accent-soft)" opacity="0.6" />
      <polyline
        points={points}
        fill="none"
        stroke="var(--accent)"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
      />
    </svg>
  )
}
