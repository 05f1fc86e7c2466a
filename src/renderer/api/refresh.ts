import type { QueryClient } from '@tanstack/react-query'
import type { Event } from '../../shared/event.ts'

const EVERY_MS = 1_000
/** Sums over a whole range, which one call more hardly changes. */
const SERIES_EVERY_MS = 5_000
/** Events come in company (a call, then its tokens): one refresh for both. */
const SETTLE_MS = 60

/** Queries that an event makes stale. */
function staleKeys(event: Event): string[][] {
  const keys: string[][] = []
  if (/^(call|entry|retention)\./.test(event.type)) keys.push(['stats'], ['series'])
  if (/^(call|turn|session)\./.test(event.type))
    keys.push(['sessions'], ['turns'], ['session', String(event.session)])
  if (event.type.startsWith('call.') && event.turn !== null) keys.push(['turn', event.turn])
  if (event.type === 'turn.updated') keys.push(['turn'])
  if (/^(call|turn)\.|^(entry\.read|read\.tokens)$/.test(event.type))
    keys.push(['replay', String(event.turn)], ['replay', String(event.session)])
  if (/^(entry\.deleted|retention\.pruned|turn\.updated)$/.test(event.type)) keys.push(['replay'])
  if (/^(call\.offloaded|entry\.(changed|deleted)|note\.|retention\.)/.test(event.type))
    keys.push(['entries'])
  if (/^(entry\.(changed|deleted)|note\.|retention\.)/.test(event.type)) keys.push(['notes'])
  if (event.type === 'upstream.state' || event.type === 'config.changed')
    keys.push(['upstreams'], ['upstream-tools'])
  // Its figures; the rest of it did not change.
  if (event.type.startsWith('call.') && event.type !== 'call.tokens') keys.push(['upstreams'])
  if (event.type === 'config.changed') keys.push(['config'])
  if (event.type === 'capture.changed') keys.push(['capture'])
  if (event.type === 'replay.changed')
    keys.push(['served-replays'], ['served-replay', String(event.data['id'])])
  if (event.type.startsWith('confirmation.')) keys.push(['confirmations'])
  if (event.entry !== null && event.type !== 'call.offloaded') keys.push(['entry', event.entry])
  if (event.type === 'entry.read' && event.entry !== null) keys.push(['coverage', event.entry])
  if (event.type === 'call.tokens') keys.push(['call', String(event.data['call'])])
  if (event.type === 'retention.pruned') keys.push(['entry'])
  return keys
}

/** Marks what live events made stale, at most once a second: figures need not follow every event of a burst. */
export function refreshOnEvents(queryClient: QueryClient): (events: readonly Event[]) => void {
  const stale = new Map<string, string[]>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = -EVERY_MS
  let lastSeries = -SERIES_EVERY_MS
  const refresh = () => {
    timer = undefined
    last = performance.now()
    const early = last - lastSeries < SERIES_EVERY_MS
    for (const [name, queryKey] of stale) {
      if (name === 'series' && early) continue
      if (name === 'series') lastSeries = last
      stale.delete(name)
      void queryClient.invalidateQueries({ queryKey })
    }
    if (stale.size > 0) timer = setTimeout(refresh, EVERY_MS)
  }
  return (events) => {
    for (const event of events) for (const key of staleKeys(event)) stale.set(key.join('/'), key)
    if (stale.size > 0)
      timer ??= setTimeout(refresh, Math.max(SETTLE_MS, last + EVERY_MS - performance.now()))
  }
}
