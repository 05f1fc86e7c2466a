import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { counted, formatMoment } from '../../ui/format.ts'
import { Empty } from '../status/empty.tsx'
import { Unreachable } from '../status/unreachable.tsx'
import { SessionWord } from '../timeline/session-mark.tsx'
import styles from './replay-start.module.css'

/** No turn is open: the last ones, to choose from. */
export function ReplayStart() {
  const { client } = useServices()
  const replay = useView((view) => view.replay)
  const { data, error } = useQuery(queries.lastTurns(client))
  if (data === undefined) return error === null ? null : <Unreachable />
  if (data.items.length === 0) return <Empty />
  return (
    <section className={styles['start']} aria-label="Turns to replay">
      <p>
        Step through what an agent did: what was in its context at each moment, what that cost, and what it
        had never seen.
      </p>
      <ol>
        {data.items.map((turn) => (
          <li key={turn.id}>
            <button type="button" onClick={() => replay(turn.id)}>
              <Play size={13} aria-hidden />
              <time>{formatMoment(Date.parse(turn.startedAt))}</time>
              <SessionWord session={turn.session} />
              <b>Turn {turn.number}</b>
              <span className={styles['prompt']}>
                {turn.title ?? (turn.prompt !== null && `“${turn.prompt}”`)}
              </span>
              <span className={styles['calls']}>{counted(turn.calls, 'call')}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
