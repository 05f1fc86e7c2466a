import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useCallback, useState } from 'react'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import { PaneTitle } from '../detail/pane-title.tsx'
import pane from '../detail/detail-pane.module.css'
import { EntryFacts } from '../detail/facts.tsx'
import { Fault } from '../detail/fault.tsx'
import { SidePane } from '../detail/side-pane.tsx'
import { KnownList } from './known-list.tsx'
import { knownEntries } from './model/seen.ts'
import { CallBody, KnownContent, PromptBody, ReadBody } from './moment-body.tsx'
import { MomentHeader } from './moment-header.tsx'
import styles from './moment-pane.module.css'
import type { Player } from './use-player.ts'
import type { Run } from './model/moments.ts'
import { useSettled } from './use-settled.ts'
import { placeName } from './words.ts'

/** What came into the context at the moment that is shown, or an entry as it was known by then. */
export function MomentPane({ player, onClose }: { player: Player; onClose: () => void }) {
  const { run, index, moment } = player
  const settled = useSettled(index)
  const [held, setHeld] = useState<string | null>(null)
  return (
    <SidePane label="Moment" onClose={onClose}>
      {held !== null && run.knownSince(held) <= index ? (
        <HeldEntry key={held} id={held} run={run} index={settled} onBack={() => setHeld(null)} />
      ) : (
        <>
          <MomentHeader run={run} index={index} moment={moment} />
          {settled === index ? (
            <MomentBody run={run} index={index} onHold={setHeld} />
          ) : (
            <div className={styles['passing']} aria-hidden />
          )}
        </>
      )}
    </SidePane>
  )
}

function MomentBody({ run, index, onHold }: { run: Run; index: number; onHold: (entry: string) => void }) {
  const moment = run.moments[index]
  const known = {
    run,
    index,
    known: <KnownList run={run} index={index} onOpen={onHold} />,
    knownCount: knownEntries(run, index).length,
  }
  const { replay } = useView()
  switch (moment?.kind) {
    case 'call':
      return <CallBody key={moment.key} call={moment.call} {...known} />
    case 'read':
      return <ReadBody key={moment.key} read={moment.read} {...known} />
    case 'prompt':
      return <PromptBody prompt={moment.turn.prompt} {...known} />
    default:
      return (
        <div className={styles['note']}>
          <p>
            What the turns before this one left in the context: their calls and reads, without what was asked.
          </p>
          <Button onClick={() => replay(run.replay.session)}>Replay the whole session</Button>
        </div>
      )
  }
}

interface HeldProps {
  id: string
  run: Run
  index: number
  onBack: () => void
}

/** One entry that stays open while one steps: what was known of it grows. */
function HeldEntry({ id, run, index, onBack }: HeldProps) {
  const { client } = useServices()
  const { data: entry, error } = useQuery(queries.entry(client, id))
  const focus = useCallback((button: HTMLButtonElement | null) => button?.focus(), [])
  return (
    <>
      <header className={pane['header']}>
        <PaneTitle>
          {entry?.name} <span>as known at {placeName(run, index).toLowerCase()}</span>
        </PaneTitle>
        {entry && <EntryFacts entry={entry} />}
        <div className={pane['actions']}>
          <Button ref={focus} onClick={onBack}>
            <ArrowLeft size={13} aria-hidden /> Back to the step
          </Button>
        </div>
      </header>
      <div className={styles['held']} data-known>
        {error !== null && <Fault error={error} />}
        {entry && <KnownContent entry={entry} run={run} index={index} />}
      </div>
    </>
  )
}
