import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { useOpened, useView } from '../../state/view.ts'
import { RowList } from '../../ui/row-list.tsx'
import { Fault } from '../detail/fault.tsx'
import { StatusPage } from '../status/page.tsx'
import { CompareView } from './compare/compare-view.tsx'
import { Deck } from './deck.tsx'
import type { Moment, Run } from './model/moments.ts'
import { runOf } from './model/moments.ts'
import type { SeenSoFar } from './model/seen.ts'
import { seenSoFar } from './model/seen.ts'
import { MomentCells, MomentHead } from './moment-cells.tsx'
import { MomentPane } from './moment-pane.tsx'
import { ReplayFigures } from './replay-figures.tsx'
import { ReplayStart } from './replay-start.tsx'
import styles from './replay.module.css'
import { usePlayer } from './use-player.ts'
import { usePlayerKeys } from './use-player-keys.ts'

/** A turn or a session step by step: the context as it stood at each, and what it never held. */
export function ReplayView() {
  const opened = useOpened('replay')
  const against = useView((view) => view.against)
  if (opened !== null && against !== null) return <CompareView id={opened} against={against} />
  return opened === null ? <ReplayStart /> : <Replayed key={opened} id={opened} />
}

function Replayed({ id }: { id: string }) {
  const { client } = useServices()
  const { data, error } = useQuery(queries.replay(client, id))
  const run = useMemo(() => data && runOf(data), [data])
  if (run === undefined)
    return error === null ? (
      <div className={styles['view']} aria-busy="true" />
    ) : (
      <StatusPage title="This cannot be replayed">
        <Fault error={error} />
      </StatusPage>
    )
  if (run.moments.length === 0)
    return (
      <StatusPage title="Nothing to replay">
        <p>No turn was begun in this session.</p>
      </StatusPage>
    )
  return <Stage run={run} />
}

/** What had been seen by some moment of what another one stored. */
function seenOf(run: Run, moment: Moment, index: number): SeenSoFar | null {
  const entry = moment.kind === 'call' ? moment.call.entries[0] : undefined
  return entry === undefined ? null : seenSoFar(run, entry, index)
}

/** Below this the pane lies over the list, so that it is closed until it is asked for. */
const WIDE = 1_000

function Stage({ run }: { run: Run }) {
  const player = usePlayer(run)
  const { index, scrubbing } = player
  const behind = useDeferredValue(index)
  // Rows that are only run past are not drawn; a key must find the row that it goes on from.
  const at = scrubbing ? behind : index
  const [looking, setLooking] = useState(() => window.innerWidth > WIDE)
  usePlayerKeys(player)
  const { moments, replay } = run
  const cut = replay.sums.calls + replay.sums.reads - replay.steps.length
  const positions = useMemo(() => new Map(moments.map(({ key }, position) => [key, position])), [moments])
  return (
    <div className={styles['view']}>
      <ReplayFigures player={player} />
      {cut > 0 && (
        <output className={styles['cut']}>
          The first {replay.steps.length.toLocaleString('en-US')} steps; {cut.toLocaleString('en-US')} more
          are shown by replaying the later turns one by one.
        </output>
      )}
      <div className={styles['body']}>
        <RowList
          label="Steps"
          grid={styles['grid']}
          head={<MomentHead />}
          rows={moments}
          keyOf={({ key }) => key}
          selected={run.moments[at]?.key ?? null}
          dimmed={({ key }) => (positions.get(key) ?? 0) > at}
          onSelect={(key) => {
            if (key === null) return setLooking(false)
            player.go(positions.get(key) ?? index)
          }}
          onOpen={() => setLooking(true)}
        >
          {(one) => <MomentCells run={run} moment={one} seen={seenOf(run, one, at)} />}
        </RowList>
        {looking && <MomentPane player={player} onClose={() => setLooking(false)} />}
      </div>
      <Deck player={player} />
    </div>
  )
}
