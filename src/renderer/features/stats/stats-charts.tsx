import { useMemo, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { StatsSeries } from '../../../shared/contract/figures.ts'
import { counted, formatCount, formatMoment } from '../../ui/format.ts'
import { panelsOf } from './panels.ts'
import { StatsPanel } from './stats-panel.tsx'
import styles from './stats-view.module.css'
import { useTotals } from './use-totals.ts'

/** All charts over one range. One points into all of them at once, with the mouse or with the arrow keys. */
export function StatsCharts({ series }: { series: StatsSeries }) {
  const stats = useTotals()
  const cap = stats?.maxBytes
  const panels = useMemo(() => panelsOf(cap), [cap])
  const [at, setAt] = useState<number | null>(null)
  const { items } = series
  const item = at === null ? undefined : items[at]

  const onKeyDown = (event: KeyboardEvent) => {
    const last = items.length - 1
    const next = {
      ArrowLeft: Math.max(0, (at ?? last + 1) - 1),
      ArrowRight: Math.min(last, (at ?? last - 1) + 1),
      Home: 0,
      End: last,
      Escape: null,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
  }

  return (
    // The charts have one cursor, which the arrow keys move: https://www.w3.org/TR/wai-aria/#application
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={styles['charts']}
      role="application"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label="Charts; arrow keys go through time"
      onKeyDown={onKeyDown}
    >
      {panels.map((panel) => (
        <StatsPanel key={panel.id} panel={panel} series={series} at={at} onHover={setAt} />
      ))}
      <output className={styles['words']}>
        {item &&
          `${formatMoment(Date.parse(item.time))}: ${counted(item.calls, 'call')}, ${formatCount(item.tokens.raw)} tokens raw, ${formatCount(item.tokens.delivered)} delivered, ${formatCount(item.tokens.reread)} read back, ${formatCount(item.tokens.net)} kept out`}
      </output>
    </div>
  )
}
