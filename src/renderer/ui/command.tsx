import { Copy } from 'lucide-react'
import styles from './command.module.css'
import { copyText } from './copy.ts'

/** Something to type or paste elsewhere, with a button that copies it. */
export function Command({ text, what = 'Command' }: { text: string; what?: string }) {
  return (
    <div className={styles['command']}>
      {/* What scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <code tabIndex={0}>{text}</code>
      <button type="button" aria-label={`Copy ${text}`} onClick={() => void copyText(text, what)}>
        <Copy size={13} />
      </button>
    </div>
  )
}
