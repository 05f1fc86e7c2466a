import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import type { ComparedSteps, ReplayStep } from '../../../../shared/contract/replay.ts'
import { queries } from '../../../api/queries.ts'
import { useServices } from '../../../state/services.ts'
import { useView } from '../../../state/view.ts'
import { Button } from '../../../ui/button.tsx'
import { AgentSaw } from '../../detail/agent-saw.tsx'
import { PaneTitle } from '../../detail/pane-title.tsx'
import { callText, entryText } from '../../detail/delivered.ts'
import pane from '../../detail/detail-pane.module.css'
import tabs from '../../detail/detail-tabs.module.css'
import { readKey } from '../model/moments.ts'
import { sliceQuery } from '../slice-query.ts'
import { namesOf } from './compared-cells.tsx'
import styles from './compare.module.css'

/** What the agent got at a step of one turn, over what it got at the other's. */
export function ComparedPane({ row: { left, right, differs } }: { row: ComparedSteps }) {
  const step = left ?? right
  if (step === null) return null
  const { of, what } = namesOf(step)
  return (
    <>
      <header className={pane['header']}>
        <PaneTitle>
          {of !== null && <span>{of} › </span>}
          {what}
        </PaneTitle>
        <p className={pane['facts']}>
          {differs === null && 'One turn alone took this step'}
          {differs?.length === 0 && 'Asked the same, answered the same'}
          {differs !== null && differs.length > 0 && `Not the same: ${differs.join(' and ')}`}
        </p>
      </header>
      <div className={tabs['root']}>
        <div className={tabs['both']}>
          {[left, right].map((step, index) =>
            step === null ? null : <Half key={index === 0 ? 'left' : 'right'} step={step} />,
          )}
        </div>
      </div>
    </>
  )
}

function Half({ step }: { step: ReplayStep }) {
  const replay = useView((view) => view.replay)
  return (
    <div className={tabs['half']}>
      <p className={styles['asked']}>
        <code>{namesOf(step).detail}</code>
        <Button
          look="quiet"
          onClick={() => replay(step.turn, step.kind === 'call' ? step.id : readKey(step.id))}
        >
          <Play size={12} aria-hidden /> Replay from here
        </Button>
      </p>
      {step.kind === 'call' ? (
        <CallSaw call={step.id} entry={step.entries[0]} tokens={step.tokens.delivered} />
      ) : (
        <ReadSaw entry={step.entry} read={step.id} tokens={step.tokens} />
      )}
    </div>
  )
}

function CallSaw({ call, entry: id, tokens }: { call: string; entry: string | undefined; tokens: number }) {
  const { client } = useServices()
  const entry = useQuery({ ...queries.entry(client, id ?? ''), enabled: id !== undefined })
  const record = useQuery({ ...queries.call(client, call), enabled: id === undefined })
  const text = id === undefined ? record.data && callText(record.data) : entry.data && entryText(entry.data)
  return <AgentSaw text={text} tokens={tokens} failure={id === undefined ? record.error : entry.error} />
}

function ReadSaw({ entry: id, read, tokens }: { entry: string; read: number; tokens: number }) {
  const { client } = useServices()
  const entry = useQuery(queries.entry(client, id))
  const recorded = entry.data?.reads.find((one) => one.id === read)
  const slice = useQuery({
    ...sliceQuery(client, id, recorded ?? { id: read, mode: 'head', params: {} }),
    enabled: recorded !== undefined,
  })
  return <AgentSaw text={slice.data?.text} tokens={tokens} failure={entry.error ?? slice.error} />
}
