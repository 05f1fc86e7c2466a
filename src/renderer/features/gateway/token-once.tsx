import { Command } from '../../ui/command.tsx'
import styles from './server-pane.module.css'

/** A token, which nobody can be shown again: only its hash is kept. */
export function TokenOnce({ token }: { token: string }) {
  return (
    <div className={styles['token']}>
      <p>Its token, shown this once. Whoever has it reads what this client stored.</p>
      <Command text={token} what="Token" />
    </div>
  )
}
