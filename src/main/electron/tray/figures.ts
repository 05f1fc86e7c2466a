import type { ApiClient } from '../../client/api.ts'

/** What the tray says of a daemon that is up. */
export interface TrayFigures {
  /** Net tokens since the last midnight here. */
  readonly savedToday: number
  readonly bytesStored: number
  readonly maxBytes: number
  readonly paused: boolean
  /** Servers that are down. */
  readonly failing: readonly string[]
}

/** The shortest range that the API tells of. */
const SHORTEST_SECONDS = 60

export async function readFigures(api: ApiClient, now: Date): Promise<TrayFigures> {
  const [stats, today, capture, upstreams] = await Promise.all([
    api.stats({}),
    api.statsSeries({ seconds: Math.max(SHORTEST_SECONDS, secondsSinceMidnight(now)), buckets: 2 }),
    api.getCapture({}),
    api.listUpstreams({}),
  ])
  return {
    savedToday: today.totals.tokens.net,
    bytesStored: stats.bytesStored,
    maxBytes: stats.maxBytes,
    paused: capture.paused,
    failing: upstreams.items.filter(({ state }) => state === 'failed').map(({ name }) => name),
  }
}

function secondsSinceMidnight(now: Date): number {
  return Math.floor((now.getTime() - new Date(now).setHours(0, 0, 0, 0)) / 1_000)
}
