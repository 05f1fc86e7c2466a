import type { Moment } from './moments.ts'

/** Where a moment stands on the scrubber, in shares of its width. */
export interface Place {
  /** Where the call began, as far as it lies after the moment before. */
  readonly from: number
  /** When it was in the context. */
  readonly to: number
  /** Milliseconds of waiting before it that are drawn shorter than they were; 0 where none are. */
  readonly shortened: number
}

export interface TimeScale {
  readonly places: readonly Place[]
  /** A wait of more milliseconds is drawn as long as this one; null where none is. */
  readonly longestWait: number | null
  /** The moment that is nearest to a share of the width. */
  nearest(share: number): number
}

/** All waits together take no more than this beside what was done. */
const WAIT_SHARE = 0.4
/** No moment takes less than this part of an even share, so that each can be hit. */
const LEAST = 0.25

/** What was done in proportion to time; waits in which nothing was done are cut to one length, and say so. */
export function timeScale(moments: readonly Moment[]): TimeScale {
  const stretches = stretchesOf(moments)
  const busy = stretches.reduce((sum, { busy }) => sum + busy, 0)
  const longest = shortenTo(
    stretches.map(({ wait }) => wait),
    busy * (WAIT_SHARE / (1 - WAIT_SHARE)),
  )
  const drawn = stretches.map(({ busy, wait }) => ({ busy, wait: Math.min(wait, longest) }))
  const whole = drawn.reduce((sum, { busy, wait }) => sum + busy + wait, 0)
  const least = (whole / Math.max(1, moments.length)) * LEAST
  const widths = drawn.map(({ busy, wait }) => Math.max(busy + wait, least))
  const total = widths.reduce((sum, width) => sum + width, 0)
  let end = 0
  const places = drawn.map(({ busy }, index): Place => {
    const width = widths[index] ?? 0
    end += width
    const wait = stretches[index]?.wait ?? 0
    return {
      from: share(end - Math.min(width, Math.max(busy, least)), total),
      to: share(end, total),
      shortened: wait > longest ? wait : 0,
    }
  })
  const cut = places.some(({ shortened }) => shortened > 0)
  return {
    places,
    longestWait: cut ? longest : null,
    nearest: (at) => nearest(places, at),
  }
}

const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole)

/** A read or a prompt takes no time that anyone measured; it is drawn as this many milliseconds. */
const INSTANT_MS = 1

interface Stretch {
  /** In which a call was under way, after the moment before. */
  readonly busy: number
  readonly wait: number
}

/** The time between each moment and the one before, split in what was done and what was waited. */
function stretchesOf(moments: readonly Moment[]): Stretch[] {
  let before = moments[0]?.at ?? 0
  return moments.map((moment) => {
    const took = moment.kind === 'call' ? moment.call.durationMs : 0
    const between = Math.max(0, moment.at - before)
    before = Math.max(before, moment.at)
    const busy = Math.min(Math.max(took, INSTANT_MS), Math.max(between, INSTANT_MS))
    return { busy, wait: Math.max(0, between - busy) }
  })
}

/** The length that waits are cut to so that all together take no more than `room`. */
function shortenTo(waits: readonly number[], room: number): number {
  const sorted = waits.filter((wait) => wait > 0).toSorted((a, b) => a - b)
  let left = Math.max(room, 1)
  for (const [index, wait] of sorted.entries()) {
    const each = left / (sorted.length - index)
    if (wait > each) return each
    left -= wait
  }
  return Infinity
}

function nearest(places: readonly Place[], at: number): number {
  let low = 0
  let high = places.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((places[middle]?.to ?? 1) < at) low = middle + 1
    else high = middle
  }
  const before = places[low - 1]
  const here = places[low]
  return before !== undefined && here !== undefined && at - before.to < here.to - at ? low - 1 : low
}
