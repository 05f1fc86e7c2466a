import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Host } from '../../host/host.ts'
import { notifyFailure } from '../../ui/toasts.tsx'
import styles from './settings-view.module.css'

const KEY = ['login item']

/** Whether the app starts with the person's session, in the tray. */
export function LoginItem({ item }: { item: NonNullable<Host['loginItem']> }) {
  const queries = useQueryClient()
  const { data: on } = useQuery({ queryKey: KEY, queryFn: () => item.isOn() })
  const change = useMutation({
    mutationFn: (wanted: boolean) => item.set(wanted),
    onError: (error) => notifyFailure('Starting at login could not be changed', error),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  })
  return (
    <div className={styles['row']}>
      <div className={styles['words']}>
        <strong>Start at login</strong>
        <p>
          In the tray, without a window, with the daemon. To start the daemon alone use{' '}
          <code>spillway service install</code>.
        </p>
      </div>
      <div className={styles['value']}>
        <input
          type="checkbox"
          aria-label="Start at login"
          checked={on ?? false}
          disabled={on === undefined || change.isPending}
          onChange={({ target }) => change.mutate(target.checked)}
        />
      </div>
    </div>
  )
}
