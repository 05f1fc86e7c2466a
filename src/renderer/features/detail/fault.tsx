import styles from './agent-saw.module.css'

/** What could not be shown, why, and what to do. */
export function Fault({ error }: { error: Error }) {
  const { hint } = error as { hint?: string }
  return (
    <div className={styles['fault']} role="alert">
      <strong>{error.message}</strong>
      {hint !== undefined && <p>{hint}</p>}
    </div>
  )
}
