import { Copy } from 'lucide-react'
import styles from './command.module.css'
import { copyText } from './copy.ts'

/** Something to type or paste elsewhere, with a button that copies it. */
export function Command({ text }: { text: string }) {
  return (
    <div className={styles['command']}>
      <code>{text}</code>
      <button type="button" aria-label={`Copy ${text}`} onClick={() => void copyText(text, 'Command')}>
        <Copy size={13} />
      </button>
    </div>
  )
}
