import type { Rule } from './rule.ts'

/** What of a piece of payload counts when it is chosen what to store. */
export interface Weight {
  readonly isText: boolean
  readonly bytes: number
  /** Code points; asked for only where a rule counts them. */
  readonly chars: number
}

/** What a rule would store, tokens aside; pieces by their place. */
export interface Choice {
  /** Each over the threshold by itself. */
  readonly alone: readonly number[]
  /** Texts that only together are: one part. */
  readonly together: readonly number[]
  /** What else there is beside those texts: a part each. */
  readonly apart: readonly number[]
  readonly structured: boolean
}

type Limits = Pick<Rule, 'action' | 'thresholdBytes' | 'thresholdChars'>

/** Sums of shares that make up exactly the threshold are not over it. */
const ROUNDING = 1e-9

/**
 * All that is over the threshold by itself; then, if the rest together still is, the rest too, its texts joined. Under `offload` every
 * size is over.
 * @param structured structured content of its own; null where there is none
 */
export function choose(pieces: readonly Weight[], structured: Weight | null, rule: Limits): Choice {
  const shares = pieces.map((piece) => shareOf(piece, rule))
  const own = structured === null ? 0 : shareOf(structured, rule)
  const places = pieces.map((_, place) => place)
  const isLarge = (place: number) => (shares[place] ?? 0) > 1

  const small = places.filter((place) => !isLarge(place))
  const left = small.reduce((sum, place) => sum + (shares[place] ?? 0), own <= 1 ? own : 0)
  const restIsOver = rule.action === 'offload' || left > 1 + ROUNDING
  const ofKind = (isText: boolean) => small.filter((place) => pieces[place]?.isText === isText)
  return {
    alone: places.filter(isLarge),
    together: restIsOver ? ofKind(true) : [],
    apart: restIsOver ? ofKind(false) : [],
    structured: structured !== null && (own > 1 || restIsOver),
  }
}

/** How much of the rule's threshold a piece uses up: 1 is exactly all of it. Of 0 anything but nothing is over. */
function shareOf(piece: Weight, { thresholdBytes, thresholdChars }: Limits): number {
  const counted = piece.isText && thresholdChars !== null
  const [size, threshold] = counted ? [piece.chars, thresholdChars] : [piece.bytes, thresholdBytes]
  if (threshold > 0) return size / threshold
  return size > 0 ? Infinity : 0
}
