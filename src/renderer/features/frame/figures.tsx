import { useQuery } from '@tanstack/react-query'
import { queries } from '../../api/queries.ts'
import { useServices, useTimeline } from '../../state/services.ts'
import { counted, formatBytes, formatCount, formatShare } from '../../ui/format.ts'
import { Figure } from './figure.tsx'
import styles from './figures.module.css'
import { Sparkline } from './sparkline.tsx'

/** What Spillway did so far, over the whole store. */
export function Figures() {
  const { client } = useServices()
  const { data: stats } = useQuery(queries.stats(client))
  const { data: series } = useQuery(queries.series(client))
  const down = useTimeline(({ live }) => live === 'down')
  const nets = series?.items.map(({ tokens }) => tokens.net) ?? []

  return (
    <section className={styles['figures']} aria-label="Figures" data-stale={down}>
      <div className={styles['hero']}>
        <Figure
          label="Tokens kept out of context, net"
          value={stats && formatCount(stats.tokens.net)}
          beside={stats && formatShare(stats.tokens.net, stats.tokens.raw)}
          main
        />
        <Sparkline values={nets} label="Tokens kept out over the last 24 hours" />
      </div>
      <Figure
        label="Offloads"
        value={stats && formatCount(stats.offloads)}
        beside={stats && `of ${counted(stats.calls, 'call')}`}
      />
      <Figure
        label="Dedup hits"
        value={stats && formatCount(stats.dedupHits)}
        beside={stats && `${formatBytes(stats.dedupBytes)} not stored`}
      />
      <Figure
        label="Slices read"
        value={stats && formatCount(stats.reads)}
        beside={stats && counted(stats.tokens.reread, 'token')}
      />
      <Figure
        label="Cache"
        value={stats && formatBytes(stats.bytesStored)}
        beside={stats && `of ${formatBytes(stats.maxBytes)}, ${formatBytes(stats.bytesRaw)} raw`}
      />
    </section>
  )
}
