import { useOpened, useView } from '../../state/view.ts'
import { formatStatsPlace, parseStatsPlace } from './stats-place.ts'
import type { StatsPlace } from './stats-place.ts'

/** What the view shows, and the way to show something else. */
export function useStatsPlace(): [StatsPlace, (change: Partial<StatsPlace>) => void] {
  const place = parseStatsPlace(useOpened('stats'))
  const select = useView((view) => view.select)
  return [place, (change) => select(formatStatsPlace({ ...place, ...change }))]
}
