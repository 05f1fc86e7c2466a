import { Button } from '../../ui/button.tsx'
import styles from './notes.module.css'

interface ConflictProps {
  stored: string
  draft: string
  /** Of the stored one. */
  version: number
  onTake: () => void
  onOverwrite: () => void
  /** Goes on writing with a text that holds both. */
  onMerge: (text: string) => void
}

/** Somebody else wrote a note while it was being changed here: both texts, and what can be done. */
export function ConflictView(props: ConflictProps) {
  const { stored, draft, version, onTake, onOverwrite, onMerge } = props
  return (
    <section className={styles['conflict']} aria-label="Two versions">
      <p role="alert">
        <strong>It was written meanwhile.</strong> Nothing of yours is lost: choose which text stays.
      </p>
      <div className={styles['texts']}>
        <Version title={`Stored, version ${version}`} text={stored} />
        <Version title="Yours, not saved" text={draft} />
      </div>
      <div className={styles['choices']}>
        <Button onClick={onTake}>Take the stored one</Button>
        <Button onClick={() => onMerge(bothOf(stored, draft))}>Edit both as one</Button>
        <Button look="primary" onClick={onOverwrite}>
          Write mine over it
        </Button>
      </div>
    </section>
  )
}

function Version({ title, text }: { title: string; text: string }) {
  return (
    <figure>
      <figcaption>{title}</figcaption>
      {/* What scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} aria-label={title}>
        {text}
      </pre>
    </figure>
  )
}

/** One after the other, with a line between that says which is which. */
const bothOf = (stored: string, draft: string): string =>
  `${stored.trimEnd()}\n\n----- mine, not saved -----\n\n${draft}`
