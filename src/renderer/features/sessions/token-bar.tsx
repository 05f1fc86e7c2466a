import { formatCount } from '../../ui/format.ts'
import bar from '../timeline/bar.module.css'

/** Tokens from a hundred to a hundred million on one logarithmic scale, as sizes have it in the timeline. */
const LOW = 100
const HIGH = 1e8

const width = (tokens: number) =>
  `max(3px, ${(Math.min(1, Math.max(0, Math.log(tokens / LOW) / Math.log(HIGH / LOW))) * 100).toFixed(2)}%)`

/** What the results were in grey, and in it what reached the context: delivered, then read back. */
export function TokenBar({ raw, delivered, reread }: { raw: number; delivered: number; reread: number }) {
  const words = `${formatCount(raw)} tokens raw, ${formatCount(delivered)} delivered, ${formatCount(reread)} read back`
  return (
    <div className={bar['track']} title={`${words} (logarithmic scale)`}>
      <span className={bar['words']}>{words}</span>
      <i className={bar['raw']} style={{ width: width(raw) }} />
      {reread > 0 && <i className={bar['read']} style={{ width: width(delivered + reread) }} />}
      <i className={bar['delivered']} style={{ width: width(delivered) }} />
    </div>
  )
}
