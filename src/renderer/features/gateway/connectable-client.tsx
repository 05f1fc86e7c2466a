import type { OperationOutput } from '../../../shared/contract.ts'
import { Button } from '../../ui/button.tsx'
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
      {change !== '' && (
        // What scrolls takes the focus, so that the keyboard can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre aria-label={`Change to ${file}`} tabIndex={0}>
          {change.split('\n').map((line, index) => (
            // Lines of one diff have no other name, and never move.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={index} data-sign={line[0]}>
              {line}
              {'\n'}
            </span>
          ))}
        </pre>
      )}
    </section>
  )
}
