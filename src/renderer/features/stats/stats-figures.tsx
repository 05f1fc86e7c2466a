import type { StatsSeries } from '../../../shared/contract/figures.ts'
import { counted, formatBytes, formatCount, formatMs, formatShare, formatTight } from '../../ui/format.ts'
import { Figure } from '../frame/figure.tsx'
import figures from '../frame/figures.module.css'

/** What the range came to. */
export function StatsFigures({ series }: { series: StatsSeries | undefined }) {
  const totals = series?.totals
  const tokens = totals?.tokens
  return (
    <section className={figures['figures']} aria-label="Figures of the range">
      <Figure
        label="Tokens kept out of context, net"
        value={tokens && formatCount(tokens.net)}
        beside={tokens && formatShare(tokens.net, tokens.raw)}
        main
      />
      <Figure
        label="Delivered"
        value={tokens && formatTight(tokens.delivered)}
        beside={tokens && `of ${formatTight(tokens.raw)} raw`}
      />
      <Figure
        label="Read back"
        value={tokens && formatTight(tokens.reread)}
        beside={totals && counted(totals.reads, 'read')}
      />
      <Figure
        label="Dedup"
        value={totals && formatShare(totals.dedupBytes, totals.bytes)}
        beside={totals && `${counted(totals.dedupHits, 'hit')}, ${formatBytes(totals.dedupBytes)}`}
      />
      <Figure
        label="Half of the calls within"
        value={totals && (totals.durationMs === null ? '—' : `${formatMs(totals.durationMs.p50)} ms`)}
        beside={totals?.durationMs ? `95 % in ${formatMs(totals.durationMs.p95)} ms` : ''}
      />
    </section>
  )
}
