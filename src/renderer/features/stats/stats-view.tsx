import { Empty } from '../status/empty.tsx'
import { Unreachable } from '../status/unreachable.tsx'
import { Simulator } from './simulate/simulator.tsx'
import { SeriesTable } from './series-table.tsx'
import { StatsCharts } from './stats-charts.tsx'
import { StatsFigures } from './stats-figures.tsx'
import styles from './stats-view.module.css'
import { UsageLists } from './usage-lists.tsx'
import { useSeries } from './use-series.ts'
import { useStatsPlace } from './use-stats-place.ts'
import { useTotals } from './use-totals.ts'

/** What Spillway did over a range of time: for all calls, and for the one tool that is picked. */
export function StatsView() {
  const [place, go] = useStatsPlace()
  const { data: series, error } = useSeries(place)
  // The lists stay those of all tools, so that another one can be picked.
  const { data: whole } = useSeries({ ...place, tool: null })
  const everything = useTotals()

  if (series === undefined && error !== null) return <Unreachable />
  if (everything?.calls === 0) return <Empty />
  const silent = series !== undefined && series.totals.calls === 0 && series.totals.reads === 0
  if (place.as === 'policy') return <Simulator place={place} />
  return (
    <div className={styles['view']}>
      <StatsFigures series={series} />
      {silent && (
        <p className={styles['silent']}>No calls in {place.range.words}. A longer range has some.</p>
      )}
      {place.as === 'table' ? (
        series && <SeriesTable series={series} />
      ) : (
        <div className={styles['scroller']}>
          {series ? <StatsCharts series={series} /> : <div className={styles['charts']} aria-busy />}
          {whole && <UsageLists series={whole} tool={place.tool} onTool={(tool) => go({ tool })} />}
        </div>
      )}
    </div>
  )
}
