import { Collapsible } from '@base-ui/react/collapsible'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { Turn } from '../../../shared/contract/recording.ts'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { counted, formatClock } from '../../ui/format.ts'
import { Fault } from '../detail/fault.tsx'
import { ReplayButton } from '../replay/replay-button.tsx'
import { ExportButton } from '../share/export-button.tsx'
import { CallLine } from './call-line.tsx'
import { CallMenu } from './call-menu.tsx'
import styles from './session-pane.module.css'
import { TurnMenu } from './turn-menu.tsx'

interface TurnProps {
  turn: Turn
  /** None follows it in its session. */
  isLast: boolean
  open: boolean
}

/** One turn: what was asked, and unfolded the calls that it took. */
export function TurnSection({ turn, isLast, open: first }: TurnProps) {
  const { client } = useServices()
  const [open, setOpen] = useState(first)
  const { data, error } = useQuery({ ...queries.turn(client, turn.id), enabled: open })
  return (
    <Collapsible.Root className={styles['turn']} open={open} onOpenChange={setOpen}>
      <div className={styles['line']}>
        <Collapsible.Trigger className={styles['head']}>
          <ChevronRight size={14} aria-hidden />
          Turn {turn.number}
          <span className={styles['prompt']} title={turn.prompt ?? undefined}>
            {turn.title ?? (turn.prompt !== null && `“${turn.prompt}”`)}
          </span>
          <span className={styles['facts']}>
            {formatClock(Date.parse(turn.startedAt))} · {counted(turn.calls, 'call')}
          </span>
        </Collapsible.Trigger>
        <ExportButton what={{ turn: turn.id, name: `turn ${turn.number}` }} />
        <ReplayButton turn={turn.id} name={`turn ${turn.number}`} />
        <TurnMenu turn={turn} isLast={isLast} />
      </div>
      <Collapsible.Panel>
        {error !== null && <Fault error={error} />}
        {data?.callList.map((call, index) => (
          <div key={call.id} className={styles['callLine']}>
            <CallLine call={call} />
            <CallMenu turn={turn} call={call} isFirst={index === 0} />
          </div>
        ))}
      </Collapsible.Panel>
    </Collapsible.Root>
  )
}
