import { formatCount } from '../../ui/format.ts'
import bar from '../timeline/bar.module.css'
import { barWidth } from '../timeline/bar.tsx'

/** What the results were in grey, and in it what reached the context: delivered, then read back. */
export function TokenBar({ raw, delivered, reread }: { raw: number; delivered: number; reread: number }) {
  const words = `${formatCount(raw)} tokens raw, ${formatCount(delivered)} delivered, ${formatCount(reread)} read back`
  return (
    <div className={bar['track']} title={`${words} (logarithmic scale)`}>
      <span className={bar['words']}>{words}</span>
      <i className={bar['raw']} style={{ width: barWidth(raw) }} />
      {reread > 0 && <i className={bar['read']} style={{ width: barWidth(delivered + reread) }} />}
      <i className={bar['delivered']} style={{ width: barWidth(delivered) }} />
    </div>
  )
}
