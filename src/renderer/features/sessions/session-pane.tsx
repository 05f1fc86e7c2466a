import { useQuery } from '@tanstack/react-query'
import { ListTree, Play, Trash2 } from 'lucide-react'
import type { OperationOutput } from '../../../shared/contract.ts'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import { counted, formatMoment } from '../../ui/format.ts'
import { ExportButton } from '../share/export-button.tsx'
import { Writes } from '../share/read-only.tsx'
import { PaneTitle } from '../detail/pane-title.tsx'
import pane from '../detail/detail-pane.module.css'
import { Fault } from '../detail/fault.tsx'
import { SidePane } from '../detail/side-pane.tsx'
import styles from './session-pane.module.css'
import { TurnSection } from './turn-section.tsx'
import { useSessionCommands } from './use-session-commands.ts'

type SessionDetail = OperationOutput<'getSession'>

/** One session: what it is, what it came to, and its turns, the newest first. */
export function SessionPane({ id }: { id: string }) {
  const { client } = useServices()
  const { data, error } = useQuery(queries.session(client, id))
  return (
    <SidePane label="Session">
      {data === undefined ? error !== null && <Fault error={error} /> : <Opened session={data} />}
    </SidePane>
  )
}

function Opened({ session }: { session: SessionDetail }) {
  const { id, clientName, projectPath, transport, startedAt, lastUsedAt, tokens, repeats } = session
  const { goTo, setFilter, replay } = useView()
  const { remove } = useSessionCommands()
  return (
    <>
      <header className={pane['header']}>
        <PaneTitle>
          {clientName}
          {projectPath !== null && <span> in {projectPath}</span>}
        </PaneTitle>
        <p className={pane['facts']}>
          <code>{id}</code> · {repeats === null ? `by ${transport}` : `calls of ${repeats}, made again`} ·{' '}
          {formatMoment(Date.parse(startedAt))} to {formatMoment(Date.parse(lastUsedAt))} ·{' '}
          {counted(session.calls, 'call')}
        </p>
        <div className={pane['actions']}>
          <Button
            onClick={() => {
              setFilter([`session:${id}`], '')
              goTo('timeline')
            }}
          >
            <ListTree size={13} aria-hidden /> Show in the timeline
          </Button>
          <Button disabled={session.turnList.length === 0} onClick={() => replay(id)}>
            <Play size={13} aria-hidden /> Replay
          </Button>
          <ExportButton what={{ session: id, name: 'this session' }} words="Export…" />
          <Writes>
            <Button onClick={() => remove(session)}>
              <Trash2 size={13} aria-hidden /> Delete what it stored
            </Button>
          </Writes>
        </div>
        <dl className={styles['tokens']}>
          {(['raw', 'delivered', 'reread', 'net'] as const).map((figure) => (
            <div key={figure} data-figure={figure}>
              <dt>{WORDS[figure]}</dt>
              <dd>{tokens[figure].toLocaleString('en-US').replace('-', '−')}</dd>
            </div>
          ))}
        </dl>
      </header>
      <div className={styles['turns']}>
        {session.turnList.length === 0 && <p className={styles['none']}>No call was made in it.</p>}
        {session.turnList.toReversed().map((turn, index) => (
          <TurnSection key={turn.id} turn={turn} isLast={index === 0} open={index === 0} />
        ))}
      </div>
    </>
  )
}

const WORDS = {
  raw: 'Tokens raw',
  delivered: 'Delivered',
  reread: 'Read back',
  net: 'Kept out, net',
} as const
