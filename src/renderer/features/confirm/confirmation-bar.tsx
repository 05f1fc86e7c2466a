import { ShieldQuestion } from 'lucide-react'
import type { OperationOutput } from '../../../shared/contract.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.ts'
import styles from './confirmation-bar.module.css'

type Confirmation = OperationOutput<'listConfirmations'>['items'][number]

interface ConfirmationBarProps {
  confirmation: Confirmation
  onAnswer: (allow: boolean) => void
}

/** One call that waits: what would get what, and the two answers. */
export function ConfirmationBar({ confirmation, onAnswer }: ConfirmationBarProps) {
  const { server, tool, references } = confirmation
  return (
    <div className={styles['bar']} role="alertdialog" aria-label={`${server} ${tool} asks for stored values`}>
      <ShieldQuestion size={16} aria-hidden />
      <p>
        <strong>
          {server} › {tool}
        </strong>{' '}
        would get {counted(references.length, 'stored value', 'stored values')}:{' '}
        <code>{references.join(' ')}</code>
      </p>
      <Button onClick={() => onAnswer(false)}>Refuse</Button>
      <Button look="primary" onClick={() => onAnswer(true)}>
        Allow
      </Button>
    </div>
  )
}
