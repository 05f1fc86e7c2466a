import { useMemo } from 'react'
import { useTimeline } from '../../state/services.ts'
import { useOpened, useView } from '../../state/view.ts'
import { DetailPane } from '../detail/detail-pane.tsx'
import { Empty } from '../status/empty.tsx'
import { Unreachable } from '../status/unreachable.tsx'
import { matcher } from './filter/match.ts'
import { joinFilter } from './filter/split.ts'
import { parseFilter } from '../../../shared/filter/parse.ts'
import { Layout } from './model/layout.ts'
import { TimelineList } from './timeline-list.tsx'
import { TimelineSkeleton } from './timeline-skeleton.tsx'
import styles from './timeline-view.module.css'

/** The list of what happened, and beside it the row that is open. */
export function TimelineView() {
  const { timeline, version, loaded, hasOlder } = useTimeline((state) => state)
  const live = useTimeline((state) => state.live)
  const chips = useView((view) => view.chips)
  const draft = useView((view) => view.draft)
  const selected = useOpened('timeline')

  const text = joinFilter({ chips, draft })
  const filter = useMemo(
    () =>
      matcher(parseFilter(text), {
        stepOf: (entry) => timeline.stepOf(entry),
        turnNumber: (group) => timeline.group(group)?.head.number ?? null,
        now: Date.now(),
      }),
    [text, timeline],
  )
  // The groups are changed in place: `version` says when.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const layout = useMemo(() => new Layout(timeline.groups, filter), [timeline, filter, version])

  if (!loaded) return live === 'down' ? <Unreachable /> : <TimelineSkeleton />
  if (timeline.size === 0 && !hasOlder) return <Empty />
  const row = selected === null ? undefined : timeline.row(selected)
  return (
    <div className={styles['view']} data-stale={live === 'down'}>
      <TimelineList layout={layout} filter={filter} filterText={text} />
      {row !== undefined && <DetailPane key={row.key} row={row} />}
    </div>
  )
}
