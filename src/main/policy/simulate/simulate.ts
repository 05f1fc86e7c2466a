import type { DecidedBy } from '../decided-by.ts'
import { type Decision, decideFacts } from './decide-facts.ts'
import type { ResultFacts } from './facts.ts'

/** A recorded call as a simulation sees it. */
export interface PastCall {
  /** `server.tool`, or the tool alone. */
  readonly tool: string
  readonly offloaded: boolean
  readonly tokensRaw: number
  readonly tokensDelivered: number
  /** Of all reads of what it stored. */
  readonly tokensReread: number
  /** The rule that decided it. */
  readonly rule: DecidedBy
  /** Null where no policy would change anything: its caller asked for it to be stored, storing failed, or an error came in its place. */
  readonly facts: ResultFacts | null
  /** What that rule makes of these facts; null without them. */
  readonly decision: Decision | null
}

export interface Figures {
  calls: number
  offloaded: number
  raw: number
  delivered: number
  reread: number
}

export interface Simulated extends Figures {
  /** What is stored now and was not then: nobody could read it, so what would be read of it is not known. */
  newlyOffloaded: number
  newlyInline: number
  /** What the agent would have read back of those at most: all of it. */
  rereadAtMost: number
  /** Calls whose delivered tokens are estimated, because no such reference was ever made. */
  estimated: number
}

/** A call under another rule. */
export interface Outcome {
  readonly offloaded: boolean
  readonly delivered: number
  readonly reread: number
  readonly rereadAtMost: number
  readonly estimated: boolean
}

/** How much of the estimate for a reference those that were really made came to, by the style of their preview. */
export type Fill = Readonly<Record<DecidedBy['previewStyle'], number>>

const USUAL_FILL: Fill = { auto: 0.85, 'head-tail': 1, terse: 1, none: 0.8 }
/** Fewer say nothing. */
const LEAST_REFERENCES = 5

/**
 * What a call would have come to under a rule. Where rule and decision are those of the recording, the figures are the recorded ones to
 * the token; a result that would have been inline costs its own tokens, and its reads nothing.
 */
export function outcomeOf(call: PastCall, rule: DecidedBy, fill: Fill): Outcome {
  const asRecorded: Outcome = {
    offloaded: call.offloaded,
    delivered: call.tokensDelivered,
    reread: call.tokensReread,
    rereadAtMost: call.tokensReread,
    estimated: false,
  }
  if (call.facts === null || call.decision === null || isSameRule(call.rule, rule)) return asRecorded
  const now = decideFacts(call.facts, rule)
  if (now.parts === '') {
    const inline = { offloaded: false, reread: 0, rereadAtMost: 0, estimated: false }
    return { ...inline, delivered: call.tokensRaw }
  }
  const samePreview =
    call.rule.previewStyle === rule.previewStyle && call.rule.previewTokens === rule.previewTokens
  if (call.offloaded && call.decision.parts === now.parts && samePreview) return asRecorded
  return {
    offloaded: true,
    delivered: Math.min(
      estimate(call, now, fill[rule.previewStyle]),
      Math.max(call.tokensRaw, call.tokensDelivered),
    ),
    reread: call.tokensReread,
    rereadAtMost: call.offloaded ? call.tokensReread : call.tokensRaw,
    estimated: true,
  }
}

/** What is kept as it is has its share of the recorded tokens. */
const estimate = (call: PastCall, { kept, all, references }: Decision, fill: number): number =>
  Math.round((all === 0 ? 0 : (kept / all) * call.tokensRaw) + references * fill)

/** How well the estimate fits the references of this very recording. */
export function fillOf(calls: readonly PastCall[]): Fill {
  const real: Record<string, { made: number; estimated: number; references: number }> = {}
  for (const call of calls) {
    const decision = call.decision
    if (!call.offloaded || decision === null || decision.parts === '') continue
    const kept = decision.all === 0 ? 0 : (decision.kept / decision.all) * call.tokensRaw
    const sums = (real[call.rule.previewStyle] ??= { made: 0, estimated: 0, references: 0 })
    sums.made += Math.max(0, call.tokensDelivered - kept)
    sums.estimated += decision.references
    sums.references++
  }
  const of = (style: keyof Fill): number => {
    const sums = real[style]
    if (!sums || sums.references < LEAST_REFERENCES || sums.estimated === 0) return USUAL_FILL[style]
    return Math.min(1.5, Math.max(0.3, sums.made / sums.estimated))
  }
  return { auto: of('auto'), 'head-tail': of('head-tail'), terse: of('terse'), none: of('none') }
}

function isSameRule(a: DecidedBy, b: DecidedBy): boolean {
  return (
    a.action === b.action &&
    a.thresholdBytes === b.thresholdBytes &&
    a.thresholdChars === b.thresholdChars &&
    a.previewTokens === b.previewTokens &&
    a.previewStyle === b.previewStyle &&
    a.media === b.media &&
    a.enabled === b.enabled &&
    a.errorThresholdBytes === b.errorThresholdBytes
  )
}

export const noFigures = (): Simulated => ({
  calls: 0,
  offloaded: 0,
  raw: 0,
  delivered: 0,
  reread: 0,
  newlyOffloaded: 0,
  newlyInline: 0,
  rereadAtMost: 0,
  estimated: 0,
})

/** Adds a call's outcome to figures. */
export function addOutcome(to: Simulated, call: PastCall, outcome: Outcome): void {
  to.calls++
  to.raw += call.tokensRaw
  to.delivered += outcome.delivered
  to.reread += outcome.reread
  to.rereadAtMost += outcome.rereadAtMost
  if (outcome.offloaded) to.offloaded++
  if (outcome.offloaded && !call.offloaded) to.newlyOffloaded++
  if (!outcome.offloaded && call.offloaded) to.newlyInline++
  if (outcome.estimated) to.estimated++
}
