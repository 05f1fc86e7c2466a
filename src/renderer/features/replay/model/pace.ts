import type { Moment } from './moments.ts'

/** How fast it plays: so many steps a second, or at the pace at which it happened. */
export type Speed = number | 'real'

export const SPEEDS: readonly Speed[] = [0.5, 1, 2, 4, 8, 'real']

export const speedName = (speed: Speed): string => (speed === 'real' ? 'as it was' : `${speed}×`)

/** The next slower (-1) or faster (1) speed; at the end of the list it stays. */
export function otherSpeed(speed: Speed, by: 1 | -1): Speed {
  const index = SPEEDS.indexOf(speed) + by
  return SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, index))] ?? speed
}

const STEP_MS = 1_000
/** Nobody watches an agent think for longer. */
const LONGEST_WAIT_MS = 5_000

/** Milliseconds until the next moment comes. As it was: as long as it took, but waits of over five seconds, which take five. */
export function delayBetween(now: Moment, next: Moment, speed: Speed): number {
  if (speed !== 'real') return STEP_MS / speed
  const took = next.kind === 'call' ? next.call.durationMs : 0
  const wait = Math.max(0, next.at - now.at - took)
  return Math.min(took, Math.max(0, next.at - now.at)) + Math.min(wait, LONGEST_WAIT_MS)
}
