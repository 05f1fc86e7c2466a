import type { TimelineStore } from '../../state/timeline-store.ts'
import { useView } from '../../state/view.ts'

/** Replays what is open: the turn of the timeline's row from that row on, or a session; with nothing open, whatever was replayed last. */
export function replayOpened(store: Pick<TimelineStore, 'getState'>): void {
  const { view, opened, replay, goTo } = useView.getState()
  const { timeline } = store.getState()
  const open = opened[view]
  const row = view === 'timeline' && open !== undefined ? timeline.row(open) : undefined
  const turn = row === undefined ? undefined : timeline.group(row.group)?.head.turn
  if (view === 'sessions' && open !== undefined) replay(open)
  else if (row === undefined || turn === undefined || turn === null) goTo('replay')
  else replay(turn, row.kind === 'step' ? row.call : undefined)
}
