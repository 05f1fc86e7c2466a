import { Popover } from '@base-ui/react/popover'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { useServices } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import { formatMoment } from '../../ui/format.ts'
import { notify, notifyFailure } from '../../ui/toasts.tsx'
import styles from './jump-to-time.module.css'

const HOUR = 3_600_000

const startOfDay = (daysAgo: number) => {
  const day = new Date()
  day.setHours(0, 0, 0, 0)
  day.setDate(day.getDate() - daysAgo)
  return day
}

const SHORTCUTS: readonly { name: string; moment: () => Date }[] = [
  { name: 'An hour ago', moment: () => new Date(Date.now() - HOUR) },
  { name: 'This morning', moment: () => startOfDay(0) },
  { name: 'Yesterday', moment: () => startOfDay(1) },
  { name: 'The beginning', moment: () => new Date(0) },
]

/** As a `datetime-local` field has it: local, without a zone. */
function fieldValue(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19)
}

/** The head of the time column, which opens a way to another time. */
export function JumpToTime() {
  const open = useView(({ overlay }) => overlay === 'time')
  const setOverlay = useView((view) => view.setOverlay)
  return (
    <Popover.Root open={open} onOpenChange={(next) => setOverlay(next ? 'time' : null)}>
      <Popover.Trigger className={styles['trigger']} title="Go to a time (T)">
        Time
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="bottom" align="start" sideOffset={6}>
          <Popover.Popup className={styles['popup']} aria-label="Go to a time">
            <TimeForm onDone={() => setOverlay(null)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function TimeForm({ onDone }: { onDone: () => void }) {
  const { timeline } = useServices()
  const select = useView((view) => view.select)
  const [text, setText] = useState(() => fieldValue(new Date()))

  const go = async (moment: Date) => {
    onDone()
    try {
      if (!(await timeline.goToTime(moment)))
        return notify({ title: `Nothing happened around ${formatMoment(moment.getTime())}` })
      // What was looked at stays put: live rows wait until the person is back at now.
      select(null)
      timeline.setPaused(true)
      useView.setState({ paused: true })
    } catch (error) {
      notifyFailure('That time could not be gone to', error)
    }
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const moment = new Date(text)
    if (!Number.isNaN(moment.getTime())) void go(moment)
  }
  return (
    <form onSubmit={onSubmit}>
      <div className={styles['field']}>
        <input
          type="datetime-local"
          step={1}
          value={text}
          onChange={({ target }) => setText(target.value)}
          aria-label="Time"
        />
        <Button type="submit" look="primary">
          Go
        </Button>
      </div>
      <div className={styles['shortcuts']}>
        {SHORTCUTS.map(({ name, moment }) => (
          <Button key={name} look="quiet" onClick={() => void go(moment())}>
            {name}
          </Button>
        ))}
      </div>
    </form>
  )
}
