import type { EntryDetail } from '../content/source.ts'
import type { StepRow } from '../timeline/model/row.ts'
import { CloseButton } from './close-button.tsx'
import styles from './detail-pane.module.css'
import { EntryActions } from './entry-actions.tsx'
import { EntryFacts, StepFacts } from './facts.tsx'
import { MoreMenu } from './more-menu.tsx'

interface HeaderProps {
  /** What to call it while neither step nor entry is known. */
  name: string
  step: StepRow | undefined
  entry: EntryDetail | undefined
  /** All entries that the step stored, one for each block. */
  entries: readonly string[]
  chosen: string | null
  onChoose: (entry: string) => void
}

/** What is open, in two lines, and what can be done with it. */
export function DetailHeader({ name, step, entry, entries, chosen, onChoose }: HeaderProps) {
  const server = step?.server ?? entry?.server ?? null
  const tool = step?.tool ?? entry?.tool ?? name
  return (
    <header className={styles['header']}>
      <div className={styles['title']}>
        <h2>
          {server !== null && <span>{server} › </span>}
          {tool}
        </h2>
        <CloseButton />
      </div>
      {entry === undefined ? step && <StepFacts step={step} /> : <EntryFacts entry={entry} />}
      {entries.length > 1 && (
        <nav className={styles['choice']} aria-label="Stored blocks">
          {step?.entries.map(({ id, name, kind }) => (
            <button key={id} type="button" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
              {name} · {kind}
            </button>
          ))}
        </nav>
      )}
      {entry !== undefined && step?.gone !== true && <EntryActions entry={entry} />}
      {step !== undefined && (entries.length === 0 || step.gone) && (
        <div className={styles['actions']}>
          <MoreMenu call={step.call} session={step.session} />
        </div>
      )}
    </header>
  )
}
