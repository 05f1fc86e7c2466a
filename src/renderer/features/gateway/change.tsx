import styles from './change.module.css'

/** The lines that a file would lose and get. */
export function Change({ label, text }: { label: string; text: string }) {
  return (
    // What scrolls takes the focus, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={styles['change']} aria-label={label} tabIndex={0}>
      {text.split('\n').map((line, index) => (
        // Lines of one diff have no other name, and never move.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index} data-sign={line[0]}>
          {line}
          {'\n'}
        </span>
      ))}
    </pre>
  )
}
