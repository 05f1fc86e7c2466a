import { Checkbox } from '@base-ui/react/checkbox'
import { Check } from 'lucide-react'
import { useId } from 'react'
import type { Importable } from '../../../../shared/contract/import-servers.ts'
import styles from './import-dialog.module.css'

interface ServerProps {
  server: Importable
  chosen: boolean
  onToggle: () => void
}

/** One server: all that it would run, what it is called here, and why not where it cannot be taken. */
export function ImportableServer({ server, chosen, onToggle }: ServerProps) {
  const { name, as, state, reason, lines, left } = server
  const id = useId()
  return (
    <div className={styles['server']} data-state={state}>
      <Checkbox.Root
        id={id}
        className={styles['box']}
        checked={chosen && state === 'open'}
        disabled={state !== 'open'}
        onCheckedChange={onToggle}
      >
        <Checkbox.Indicator className={styles['tick']}>
          <Check size={12} strokeWidth={3} aria-hidden />
        </Checkbox.Indicator>
      </Checkbox.Root>
      <div>
        <label htmlFor={id}>
          <strong>{name}</strong>
          {as !== name && state !== 'refused' && <span> here {as}</span>}
          {state === 'there' && <span> is behind the gateway already</span>}
        </label>
        {lines.map((line, index) => (
          // Lines of one server have no other name, and never move.
          // oxlint-disable-next-line react/no-array-index-key
          <code key={index}>{line}</code>
        ))}
        {reason !== null && <p className={styles['fault']}>It cannot be taken: {reason}.</p>}
        {left.length > 0 && (
          <p>
            Only its client understands {left.join(', ')}: {left.length === 1 ? 'that does' : 'those do'} not
            come along.
          </p>
        )}
      </div>
    </div>
  )
}
