import styles from './session-mark.module.css'

const COLOURS = 6

/** A session's colour: always the same for the same id. */
export function sessionColour(id: string): number {
  let hash = 0
  for (const char of id) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0
  return hash % COLOURS
}

/** The end of a session's id: enough to tell apart what is on one screen. */
const wordOf = (id: string) => id.slice(-4)

/** The colour of a row's session, beside its time. */
export function SessionDot({ session }: { session: string | null }) {
  if (session === null) return <i className={styles['dot']} data-none />
  return (
    <i className={styles['dot']} data-colour={sessionColour(session)} title={`Session ${wordOf(session)}`} />
  )
}

/** The colour with its word, at the head of a turn. */
export function SessionWord({ session }: { session: string | null }) {
  if (session === null) return null
  return (
    <span className={styles['word']} title={`Session ${session}`}>
      <i className={styles['dot']} data-colour={sessionColour(session)} />
      {wordOf(session)}
    </span>
  )
}
