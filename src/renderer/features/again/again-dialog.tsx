import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { AgainOutcome } from '../../../shared/contract/again.ts'
import type { Call } from '../../../shared/entry.ts'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { Ask } from '../../ui/ask.tsx'
import { Button } from '../../ui/button.tsx'
import dialog from '../../ui/dialog.module.css'
import { counted } from '../../ui/format.ts'
import { Fault } from '../detail/fault.tsx'
import styles from './again-dialog.module.css'
import { AgainRow } from './again-row.tsx'
import { type Run, useRun } from './use-run.ts'

/** What it compares with comes when it is needed. */
const CompareCalls = lazy(async () => ({
  default: (await import('../compare/compare-calls.tsx')).CompareCalls,
}))

interface AgainProps {
  of: { turn: string } | { call: string }
  onClose: () => void
}

/** Makes a recorded call, or those of a turn, again and shows what came of each. */
export function AgainDialog({ of, onClose }: AgainProps) {
  const { client } = useServices()
  const turn = useQuery({ ...queries.turn(client, 'turn' in of ? of.turn : ''), enabled: 'turn' in of })
  const call = useQuery({ ...queries.call(client, 'call' in of ? of.call : ''), enabled: 'call' in of })
  const calls = turn.data?.callList ?? (call.data === undefined ? undefined : [call.data])
  const error = turn.error ?? call.error
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog['veil']} />
        <Dialog.Popup className={styles['again']}>
          {error !== null && <Fault error={error} />}
          {calls !== undefined && <Calls calls={calls} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Calls({ calls }: { calls: readonly Call[] }) {
  const run = useRun(calls)
  const [asked, setAsked] = useState<Call | null>(null)
  const [compared, setCompared] = useState<readonly [string, string] | null>(null)
  const isOver = calls.every(({ id }) => run.results.has(id))
  return (
    <>
      <header className={styles['head']}>
        <Dialog.Title className={dialog['title']}>Run again</Dialog.Title>
        <output className={styles['sum']}>
          {run.results.size === 0
            ? `${counted(calls.length, 'call')} against the servers as they are now`
            : sumOf(run)}
        </output>
        {run.rests ? (
          <Button look="primary" disabled={isOver} onClick={run.start}>
            {run.results.size === 0 ? 'Run' : 'Go on'}
          </Button>
        ) : (
          <Button onClick={run.stop}>Stop</Button>
        )}
        <Dialog.Close render={<Button look="quiet" aria-label="Close" />}>
          <X size={15} />
        </Dialog.Close>
      </header>
      <Dialog.Description className={styles['about']}>
        What is made again is recorded in a session of its own and counts in no figure. A tool that is not
        marked as read-only waits for your word, call by call.
      </Dialog.Description>
      {run.failure !== null && <Fault error={run.failure} />}
      <div className={styles['rows']}>
        <table>
          <thead>
            <tr>
              <th>Step</th>
              <th>Tool</th>
              <th>Outcome</th>
              <th>ms</th>
              <th>
                <span className={styles['unseen']}>What to do</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {calls.map((call) => (
              <AgainRow
                key={call.id}
                call={call}
                result={run.results.get(call.id)}
                runs={run.current === call.id}
                rests={run.rests}
                onConfirm={() => setAsked(call)}
                onCompare={(again) => setCompared([call.id, again])}
              />
            ))}
          </tbody>
        </table>
      </div>
      {asked !== null && (
        <Ask
          title={`Call ${asked.server === null ? '' : `${asked.server} › `}${asked.tool} again?`}
          does="Make this call"
          onYes={() => run.confirm(asked)}
          onClose={() => setAsked(null)}
        >
          It is not marked as read-only, so it may change something.
          <code className={styles['arguments']}>
            {JSON.stringify(asked.arguments, null, 1)?.slice(0, 2_000)}
          </code>
        </Ask>
      )}
      {compared !== null && (
        <Suspense>
          <CompareCalls calls={compared} onClose={() => setCompared(null)} />
        </Suspense>
      )}
    </>
  )
}

const OUTCOMES: readonly AgainOutcome[] = ['equal', 'changed', 'failed', 'skipped']

/** `3 equal, 1 changed`. */
function sumOf({ results }: Run): string {
  const found = [...results.values()]
  const counts = OUTCOMES.map(
    (outcome) => [found.filter((result) => result.outcome === outcome).length, outcome] as const,
  )
  return counts
    .filter(([count]) => count > 0)
    .map(([count, outcome]) => `${count} ${outcome}`)
    .join(', ')
}
