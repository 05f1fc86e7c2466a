import { formatBytes } from '../../ui/format.ts'
import styles from './bar.module.css'

/** One scale for all rows: five hundred bytes and five megabytes stand equally far apart everywhere. */
const LOW = 100
const HIGH = 1e8

/** How much of the bar's width a size takes, 0 to 1, on a logarithmic scale from 100 B to 100 MB. */
export function barShare(bytes: number): number {
  return Math.min(1, Math.max(0, Math.log(bytes / LOW) / Math.log(HIGH / LOW)))
}

/** The same as a width in CSS, for tokens as well: never so small that it cannot be seen. */
export const barWidth = (size: number) => `max(3px, ${(barShare(size) * 100).toFixed(2)}%)`

/** Raw size in grey, and in it what was delivered. */
export function StepBar({ raw, delivered }: { raw: number; delivered: number }) {
  const words = `${formatBytes(raw)} raw, ${formatBytes(delivered)} delivered`
  return (
    <div className={styles['track']} title={`${words} (logarithmic scale)`}>
      <span className={styles['words']}>{words}</span>
      <i className={styles['raw']} style={{ width: barWidth(raw) }} />
      {delivered < raw && <i className={styles['delivered']} style={{ width: barWidth(delivered) }} />}
    </div>
  )
}

/** What a read brought back into the context. */
export function ReadBar({ bytes }: { bytes: number }) {
  return (
    <div className={styles['track']}>
      <span className={styles['words']}>{formatBytes(bytes)} read back</span>
      <i className={styles['read']} style={{ width: barWidth(bytes) }} />
    </div>
  )
}
