import type { UpstreamStatus } from '../../../shared/contract/gateway.ts'
import styles from './gateway-view.module.css'

const SIGNS = { ready: '●', starting: '◐', idle: '○', failed: '✕', disabled: '–' } as const

const WORDS = {
  ready: 'running',
  starting: 'starting',
  idle: 'not running',
  failed: 'failed',
  disabled: 'switched off',
} as const

/** How a server is: a sign and a word, never colour alone. */
export function ServerState({ state, error }: Pick<UpstreamStatus, 'state' | 'error'>) {
  return (
    <span className={styles['state']} data-state={state} title={error ?? undefined}>
      <span aria-hidden>{SIGNS[state]}</span> {WORDS[state]}
    </span>
  )
}
