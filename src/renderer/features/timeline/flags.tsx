import { counted } from '../../ui/format.ts'
import styles from './flags.module.css'
import type { StepRow } from './model/row.ts'

/** What is special about a step, each in a word and the colour of its idea. */
export function Flags({ step }: { step: StepRow }) {
  return (
    <span className={styles['flags']}>
      {step.isError && <span className={styles['error']}>error</span>}
      {step.outcome === 'failopen' && (
        <span
          className={styles['error']}
          title={`Storing failed, the original was delivered: ${step.reason ?? ''}`}
        >
          fail-open
        </span>
      )}
      {step.outcome === 'cancelled' && (
        <span className={styles['quiet']} title={`Its client gave it up: ${step.reason ?? ''}`}>
          cancelled
        </span>
      )}
      {step.gone && <span className={styles['quiet']}>removed</span>}
      {step.pinned && <span className={styles['pinned']}>pinned</span>}
      {step.dedup && (
        <span className={styles['dedup']} title="These bytes were in the store already">
          dedup
        </span>
      )}
      {step.resolved > 0 && (
        <span className={styles['quiet']} title="References in its arguments were replaced by stored values">
          {step.resolved === 1 ? 'ref' : `${step.resolved} refs`}
        </span>
      )}
      {step.redactions > 0 && (
        <span className={styles['quiet']} title="Secrets were replaced before anything was stored">
          redacted
        </span>
      )}
      {step.reads > 0 && <span className={styles['read']}>{counted(step.reads, 'read')}</span>}
    </span>
  )
}
