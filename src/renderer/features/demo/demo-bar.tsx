import { Clapperboard, Trash2, TriangleAlert, X } from 'lucide-react'
import type { DemoState } from '../../../shared/contract/demo.ts'
import { Button } from '../../ui/button.tsx'
import { useSessionCommands } from '../sessions/use-session-commands.ts'
import styles from './demo-bar.module.css'
import { useDemo } from './use-demo.ts'

/** How far the demo is; once it is over, the way to be rid of what it stored. Nothing while none was played. */
export function DemoBar() {
  const { demo, play, stop } = useDemo()
  if (demo === undefined || demo.state === 'idle') return null
  if (demo.state === 'failed')
    return (
      <div className={styles['bar']} data-state="failed" role="alert">
        <TriangleAlert size={16} aria-hidden />
        <p>
          <strong>The demo failed.</strong> {demo.reason}
        </p>
        <Button onClick={() => void play()}>Try again</Button>
        <Forget onClick={stop} />
      </div>
    )
  if (demo.state === 'playing')
    return (
      <section className={styles['bar']} aria-label="Demo">
        <Clapperboard size={16} aria-hidden />
        <p aria-live="polite">
          <strong>Demo.</strong> {demo.prompt ?? 'The agent and its file server are starting…'}
        </p>
        <progress max={demo.steps} value={demo.step} aria-label="Steps of the demo" />
        <span>
          {demo.step} of {demo.steps}
        </span>
        <Button onClick={() => void stop()}>Stop</Button>
      </section>
    )
  return <Over demo={demo} onForget={stop} />
}

function Over({ demo, onForget }: { demo: DemoState; onForget: () => Promise<void> }) {
  const { session, state } = demo
  const { remove } = useSessionCommands()
  return (
    <section className={styles['bar']} aria-label="Demo">
      <Clapperboard size={16} aria-hidden />
      <p>
        <strong>{state === 'done' ? 'That was the demo.' : 'The demo was stopped.'}</strong> Open a row to see
        what the agent saw of it, and what was kept out.
      </p>
      {session !== null && (
        <Button
          onClick={() => {
            remove({ id: session, clientName: 'the demo agent' })
            void onForget()
          }}
        >
          <Trash2 size={13} aria-hidden /> Delete what it stored
        </Button>
      )}
      <Forget onClick={onForget} />
    </section>
  )
}

const Forget = ({ onClick }: { onClick: () => Promise<void> }) => (
  <Button look="quiet" aria-label="Close" onClick={() => void onClick()}>
    <X size={14} aria-hidden />
  </Button>
)
