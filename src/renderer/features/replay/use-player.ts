import { useEffect, useEffectEvent, useState } from 'react'
import { useView } from '../../state/view.ts'
import type { Moment, Run } from './model/moments.ts'
import type { Speed } from './model/pace.ts'
import { delayBetween } from './model/pace.ts'

/** Where a replay stands, and what moves it. */
export interface Player {
  readonly run: Run
  readonly index: number
  readonly moment: Moment
  readonly playing: boolean
  readonly speed: Speed
  /** The scrubber is held: what is slow to draw may lag behind it. */
  readonly scrubbing: boolean
  setScrubbing: (scrubbing: boolean) => void
  go: (index: number) => void
  /** Plays on from here, from the beginning where it stands at the end; or stops. */
  toggle: () => void
  setSpeed: (speed: Speed) => void
}

/** Where a replay stands that was only opened: with its first step, so that there is something to look at. */
const opening = ({ moments }: Run): number =>
  Math.max(
    0,
    moments.findIndex(({ kind }) => kind === 'call' || kind === 'read'),
  )

/** A player of a run that has a moment at least. The moment is part of the address, whether it plays is not. */
export function usePlayer(run: Run): Player {
  const key = useView((view) => view.moment)
  const setMoment = useView((view) => view.setMoment)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<Speed>(1)
  const [scrubbing, setScrubbing] = useState(false)
  const named = key === null ? -1 : run.indexOf(key)
  const index = named < 0 ? opening(run) : named
  const last = run.moments.length - 1
  const moment = run.moments[index]
  if (moment === undefined) throw new Error('a replay has a prompt at least')

  const go = (to: number) => {
    const next = run.moments[Math.max(0, Math.min(last, to))]
    if (next !== undefined) setMoment(next.key)
  }
  const advance = useEffectEvent((to: number) => {
    go(to)
    if (to >= last) setPlaying(false)
  })
  const next = run.moments[index + 1]
  const delay = next === undefined ? 0 : delayBetween(moment, next, speed)
  useEffect(() => {
    if (!playing) return undefined
    const timer = setTimeout(() => advance(index + 1), delay)
    return () => clearTimeout(timer)
  }, [playing, index, delay])

  return {
    run,
    index,
    moment,
    playing: playing && index < last,
    speed,
    scrubbing,
    setScrubbing,
    go: (to) => {
      setPlaying(false)
      go(to)
    },
    toggle: () => {
      if (!playing && index === last) go(0)
      setPlaying(!(playing && index < last))
    },
    setSpeed,
  }
}
