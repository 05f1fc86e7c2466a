import { useMemo } from 'react'
import type { StatsSeries } from '../../../shared/contract/figures.ts'
import { Chart } from './chart.tsx'
import { valuesOf } from './panels.ts'
import type { Panel } from './panels.ts'
import styles from './stats-view.module.css'
import { useShownTheme } from './use-shown-theme.ts'

interface PanelProps {
  panel: Panel
  series: StatsSeries
  at: number | null
  onHover: (index: number | null) => void
}

/** A chart with its question, what it came to, and what it was where one points. */
export function StatsPanel({ panel, series, at, onHover }: PanelProps) {
  const { items } = series
  const theme = useShownTheme()
  const times = useMemo(() => items.map(({ time }) => Date.parse(time) / 1_000), [items])
  const values = useMemo(() => valuesOf(panel, items), [panel, items])
  const said = (curve: number) => {
    const value = at === null ? null : values[curve]?.[at]
    return value === null || value === undefined ? '' : panel.format(value)
  }
  return (
    <figure className={styles['panel']} data-wide={panel.wide} data-panel={panel.id}>
      <figcaption>
        <h2>{panel.title}</h2>
        <strong>{panel.sum(series)}</strong>
      </figcaption>
      <ul className={styles['legend']}>
        {panel.curves.map(({ name, colour, shape }, index) => (
          <li key={name}>
            <i style={{ background: `var(--${colour})` }} data-shape={shape} />
            {name} <b>{said(index)}</b>
          </li>
        ))}
      </ul>
      <Chart
        // A canvas follows neither the theme nor another scale by itself.
        key={`${theme} ${panel.cap}`}
        panel={panel}
        times={times}
        values={values}
        at={at}
        onHover={onHover}
        label={`${panel.title}: ${panel.sum(series)}`}
      />
    </figure>
  )
}
