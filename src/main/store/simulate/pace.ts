import { SpillwayError } from '../../../shared/errors.ts'

const [DONE, TOTAL, STOPPED] = [0, 1, 2]

/**
 * How far a simulation is, and whether anybody still wants it: memory that its thread shares with the one that asked, because a thread
 * that computes hears no message.
 */
export type Pace = Int32Array<SharedArrayBuffer>

export const newPace = (): Pace => new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT))

export const stop = (pace: Pace): void => void Atomics.store(pace, STOPPED, 1)

export const progressOf = (pace: Pace): { done: number; total: number } => ({
  done: Atomics.load(pace, DONE),
  total: Atomics.load(pace, TOTAL),
})

/** So many calls are to be looked at. */
export const begin = (pace: Pace, total: number): void => void Atomics.store(pace, TOTAL, total)

/** One of them more was. @throws SpillwayError `unavailable` where nobody wants to know any more */
export function step(pace: Pace): void {
  assertWanted(pace)
  Atomics.add(pace, DONE, 1)
}

/** @throws SpillwayError `unavailable` */
export function assertWanted(pace: Pace): void {
  if (Atomics.load(pace, STOPPED) === 1) throw new SpillwayError('unavailable', 'The simulation was stopped.')
}
