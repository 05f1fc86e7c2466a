import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Eye } from 'lucide-react'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { Progress } from './progress.tsx'
import styles from './share.module.css'

/** Over a recording that is open read-only: that it is, and how far it is. */
export function ViewingBanner() {
  const { client } = useServices()
  const { data } = useQuery(queries.viewing(client))
  const viewing = data?.viewing ?? null
  if (viewing === null) return null
  const { name, state, done, total, reason } = viewing
  const Icon = state === 'failed' ? CircleAlert : Eye
  return (
    <div className={styles['banner']} data-state={state} role={state === 'failed' ? 'alert' : 'status'}>
      <Icon size={16} aria-hidden />
      <p>
        <strong>{state === 'failed' ? `${name} cannot be opened.` : `Read-only: ${name}`}</strong>{' '}
        {state === 'failed' ? reason : 'Nothing is recorded here, and it goes when you close it.'}
      </p>
      {state === 'opening' && <Progress label="Looking through it" share={total === 0 ? 0 : done / total} />}
    </div>
  )
}
