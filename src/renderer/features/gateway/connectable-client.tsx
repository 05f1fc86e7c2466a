import type { OperationOutput } from '../../../shared/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Change } from './change.tsx'
import styles from './connect-dialog.module.css'

interface ClientProps {
  found: OperationOutput<'listConnectable'>['items'][number]
  onConnect: (plan: string) => void
}

/** One client: its file, the lines that would change, and the button that changes them. */
export function ConnectableClient({ found, onConnect }: ClientProps) {
  const { title, file, state, change, plan, reason } = found
  return (
    <section aria-label={title}>
      <header>
        <h3>{title}</h3>
        <code>{file}</code>
        {state === 'connected' && <span>connected</span>}
        {plan !== null && <Button onClick={() => onConnect(plan)}>Connect {title}</Button>}
      </header>
      {reason !== null && <p className={styles['reason']}>{reason}</p>}
      {change !== '' && <Change label={`Change to ${file}`} text={change} />}
    </section>
  )
}
