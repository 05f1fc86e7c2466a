import { Progress as Base } from '@base-ui/react/progress'
import styles from './share.module.css'

/** How far a transfer is; `share` is between 0 and 1. */
export function Progress({ label, share }: { label: string; share: number }) {
  return (
    <Base.Root className={styles['progress']} value={Math.floor(share * 100)}>
      <Base.Label>{label}</Base.Label>
      <Base.Value className={styles['value']} />
      <Base.Track className={styles['track']}>
        <Base.Indicator className={styles['indicator']} />
      </Base.Track>
    </Base.Root>
  )
}
