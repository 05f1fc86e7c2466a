import { counted } from '../../ui/format.ts'
import styles from './agent-saw.module.css'
import { Fault } from './fault.tsx'

/** More than this in one element makes the page slow; such a text was delivered whole, so the request has it too. */
const SHOWN = 200_000

interface SawProps {
  text: string | undefined
  tokens: number | undefined
  failure: Error | null
}

/** The exact text that the agent got, and what it cost. */
export function AgentSaw({ text, tokens, failure }: SawProps) {
  if (text === undefined) return failure === null ? null : <Fault error={failure} />
  return (
    <>
      <p className={styles['cost']}>
        {tokens !== undefined && <strong>{counted(tokens, 'token')}</strong>}{' '}
        {counted(text.length, 'character')} in the agent’s context
      </p>
      {/* What scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles['text']} tabIndex={0} data-agent-saw>
        {text.slice(0, SHOWN)}
        {text.length > SHOWN && <i>… {counted(text.length - SHOWN, 'more character')}</i>}
      </pre>
    </>
  )
}
