import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, MessagesSquare, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Turn } from '../../../shared/contract/recording.ts'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { useOpened, useView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import { folderName } from '../../ui/folder-name.ts'
import { Hint } from '../../ui/hint.tsx'
import bar from '../frame/top-bar.module.css'
import { CompareMenu } from './compare/compare-menu.tsx'
import styles from './replay-bar.module.css'
import { ServeButton } from './serve/serve-button.tsx'

/** What is replayed, and the way to its neighbours. */
export function ReplayBar() {
  const opened = useOpened('replay')
  if (opened === null) return <h1 className={bar['title']}>Replay</h1>
  return <Opened key={opened} id={opened} />
}

function Opened({ id }: { id: string }) {
  const { client } = useServices()
  const { replay, select, against, compareWith } = useView()
  const { data } = useQuery(queries.replay(client, id))
  const session = useQuery({
    ...queries.session(client, data?.session ?? ''),
    enabled: data !== undefined,
  })
  const turns = session.data?.turnList ?? []
  const whole = id.startsWith('s_')
  const at = turns.findIndex((turn) => turn.id === id)
  const turn = turns[at]
  return (
    <div className={styles['bar']}>
      <Hint text="Other turns to replay">
        <Button look="quiet" onClick={() => select(null)}>
          Replay
        </Button>
      </Hint>
      <h1 className={styles['title']}>
        {whole ? 'Whole session' : turn && `Turn ${turn.number} of ${turns.length}`}
        <span>{turn === undefined ? whoOf(data) : sayingOf(turn)}</span>
      </h1>
      {against !== null && (
        <Button onClick={() => compareWith(null)}>
          <Play size={13} aria-hidden /> Back to the replay
        </Button>
      )}
      {against === null && <ServeButton of={id} />}
      {!whole && against === null && (
        <>
          <CompareMenu turn={id} />
          <Neighbour turn={turns[at - 1]} name="Turn before" onGo={replay}>
            <ChevronLeft size={15} />
          </Neighbour>
          <Neighbour turn={turns[at + 1]} name="Next turn" onGo={replay}>
            <ChevronRight size={15} />
          </Neighbour>
          <Button disabled={data === undefined} onClick={() => data && replay(data.session)}>
            <MessagesSquare size={13} aria-hidden /> Whole session
          </Button>
        </>
      )}
    </div>
  )
}

const sayingOf = ({ title, prompt }: Turn): string => title ?? (prompt === null ? '' : `“${prompt}”`)

const whoOf = (data: { clientName: string; projectPath: string | null } | undefined): string =>
  data === undefined
    ? ''
    : [data.clientName, ...(data.projectPath === null ? [] : [folderName(data.projectPath)])].join(' · ')

interface NeighbourProps {
  turn: Turn | undefined
  name: string
  onGo: (turn: string) => void
  children: ReactNode
}

function Neighbour({ turn, name, onGo, children }: NeighbourProps) {
  return (
    <Button
      look="quiet"
      className={styles['icon']}
      aria-label={name}
      title={turn?.prompt ?? name}
      disabled={turn === undefined}
      onClick={() => turn && onGo(turn.id)}
    >
      {children}
    </Button>
  )
}
