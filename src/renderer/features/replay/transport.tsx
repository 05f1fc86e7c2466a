import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import { Pause, Play, SkipBack, SkipForward, StepBack, StepForward } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatClock } from '../../ui/format.ts'
import { Hint } from '../../ui/hint.tsx'
import styles from './deck.module.css'
import { SPEEDS, speedName } from './model/pace.ts'
import type { Player } from './use-player.ts'
import { ofMoments } from './context-chart.tsx'
import { formatElapsed, placeName } from './words.ts'

/** First, back, play, forward, last, how fast, and where it stands. */
export function Transport({ player }: { player: Player }) {
  const { run, index, moment, playing, speed } = player
  const last = run.moments.length - 1
  const begin = run.moments[0]?.at ?? moment.at
  return (
    <div className={styles['transport']}>
      <div className={styles['buttons']} role="toolbar" aria-label="Replay">
        <Do name="First" keys="Home" disabled={index === 0} onClick={() => player.go(0)}>
          <SkipBack size={15} />
        </Do>
        <Do name="Back" keys="←" disabled={index === 0} onClick={() => player.go(index - 1)}>
          <StepBack size={15} />
        </Do>
        <Do name={playing ? 'Pause' : 'Play'} keys="Space" main onClick={player.toggle}>
          {playing ? <Pause size={16} /> : <Play size={16} />}
        </Do>
        <Do name="Forward" keys="→" disabled={index === last} onClick={() => player.go(index + 1)}>
          <StepForward size={15} />
        </Do>
        <Do name="Last" keys="End" disabled={index === last} onClick={() => player.go(last)}>
          <SkipForward size={15} />
        </Do>
      </div>
      <output className={styles['place']}>
        <strong>{placeName(run, index)}</strong> {ofMoments(index, last + 1)}
      </output>
      <span className={styles['clock']}>
        {formatClock(moment.at)} <i>{formatElapsed(moment.at - begin)}</i>
      </span>
      <ToggleGroup
        className={styles['speeds']}
        aria-label="Speed"
        value={[speedName(speed)]}
        onValueChange={([name]) => {
          const chosen = SPEEDS.find((one) => speedName(one) === name)
          if (chosen !== undefined) player.setSpeed(chosen)
        }}
      >
        {SPEEDS.map((one) => (
          <Toggle key={speedName(one)} value={speedName(one)} title={says(one)}>
            {speedName(one)}
          </Toggle>
        ))}
      </ToggleGroup>
    </div>
  )
}

const says = (speed: (typeof SPEEDS)[number]) =>
  speed === 'real'
    ? 'As long as it took; waits of over five seconds take five'
    : `${speed} ${speed === 1 ? 'step' : 'steps'} a second`

interface DoProps {
  name: string
  keys: string
  main?: boolean
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

function Do({ name, keys, main = false, disabled = false, onClick, children }: DoProps) {
  return (
    <Hint text={name} shortcut={keys} side="top">
      <button
        type="button"
        className={styles['do']}
        data-main={main || undefined}
        aria-label={name}
        // Stays focusable at either end: a key that is held must not lose its button.
        aria-disabled={disabled}
        onClick={onClick}
      >
        {children}
      </button>
    </Hint>
  )
}
