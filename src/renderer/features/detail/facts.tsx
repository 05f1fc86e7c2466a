import { counted, formatBytes, formatMoment, formatMs } from '../../ui/format.ts'
import type { EntryDetail } from '../content/source.ts'
import type { StepRow } from '../timeline/model/row.ts'
import styles from './detail-pane.module.css'

function life({ expiresAt, pinned }: EntryDetail): string {
  if (pinned) return 'pinned, kept until removed'
  if (expiresAt === null) return 'kept until removed'
  return `kept until ${formatMoment(Date.parse(expiresAt))}`
}

/** What is stored: exact sizes, kind, hash and how long. */
export function EntryFacts({ entry }: { entry: EntryDetail }) {
  const facts = [
    entry.name,
    counted(entry.bytes, 'byte'),
    ...(entry.lines === null ? [] : [counted(entry.lines, 'line')]),
    entry.kind,
    ...(entry.complete ? [] : ['incomplete capture']),
    ...(entry.redactions > 0 ? [counted(entry.redactions, 'redaction')] : []),
    life(entry),
  ]
  return (
    <p className={styles['facts']}>
      {facts.join(' · ')} · <code title={entry.sha256}>{entry.sha256.slice(0, 12)}</code>
    </p>
  )
}

const OUTCOMES = {
  inline: 'delivered whole',
  offloaded: 'offloaded',
  failopen: 'storing failed, delivered whole',
  cancelled: 'cancelled, nothing delivered',
} as const

/** A step without stored content. */
export function StepFacts({ step }: { step: StepRow }) {
  return (
    <p className={styles['facts']}>
      {OUTCOMES[step.outcome]} · {formatBytes(step.rawBytes)} · {counted(step.tokensDelivered, 'token')} ·{' '}
      {formatMs(step.durationMs)} ms{step.reason !== null && ` · ${step.reason}`}
    </p>
  )
}
