import strip from '../timeline/seen-strip.module.css'
import type { SeenSoFar } from './model/seen.ts'
import styles from './replay.module.css'

/** The coverage strip in a row: what had been seen of an entry by then. */
export function ThinStrip({ seen }: { seen: SeenSoFar }) {
  const bar = ([start, end]: readonly [number, number], kind: string) => (
    <i
      key={`${kind}${start}`}
      className={strip[kind]}
      style={{ left: `min(${start / 10}%, calc(100% - 2px))`, width: `max(2px, ${(end - start) / 10}%)` }}
    />
  )
  return (
    <div className={styles['strip']} title={`${shareSeen(seen)} of it seen by then`}>
      {seen.preview.map((span) => bar(span, 'preview'))}
      {seen.reads.map((span) => bar(span, 'read'))}
    </div>
  )
}

export function shareSeen({ seen }: SeenSoFar): string {
  return seen > 0 && seen < 10 ? '< 1 %' : `${Math.round(seen / 10)} %`
}
