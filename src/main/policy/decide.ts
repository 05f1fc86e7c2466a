import { stringifyJson } from '../rpc/json.ts'
import { candidatesFor, type Candidate, type Part } from './candidates.ts'
import { estimateTokens } from './estimate.ts'
import { byteLength, type Payload, payloadsOf, type ToolResult } from './payload.ts'
import { estimateReferenceTokens } from './reference-cost.ts'
import type { Rule } from './rule.ts'
import { findTwin, type Twin } from './twin.ts'

export type Plan =
  | { readonly action: 'inline'; readonly rawBytes: number; readonly reason: string }
  | {
      readonly action: 'offload'
      readonly rawBytes: number
      /** In the order of the blocks they start at, structured content last. */
      readonly parts: Part[]
      /** Structured content that is a part, or says the same as one, is not delivered. */
      readonly dropStructured: boolean
      /** The text block that the structured content repeats, if it does. */
      readonly twin: Twin | null
    }

/**
 * Decides what of a result is stored, by DESIGN.md section 4 "Decide". Touches nothing.
 *
 * Every text block, embedded resource and structured content over the threshold becomes an entry of its own. If what
 * is left together still exceeds it, the texts of the rest become one entry and its other pieces one each. Images and
 * audio count only where the rule offloads media. `auto` leaves a part inline where its reference would cost more
 * than half its tokens; `offload` stores whatever there is. Errors up to `errorThresholdBytes` always stay inline.
 * @returns `rawBytes`: the bytes of the whole payload, text as UTF-8 and blobs decoded
 */
export function planResult(result: ToolResult, rule: Rule): Plan {
  const payloads = payloadsOf(result)
  const structured = result.structuredContent === undefined ? null : stringifyJson(result.structuredContent)
  const twin = findTwin(payloads, result.structuredContent)
  const ownStructured = twin === null ? structured : null
  const rawBytes =
    payloads.reduce((sum, payload) => sum + byteLength(payload), 0) +
    (ownStructured === null ? 0 : Buffer.byteLength(ownStructured))

  const inline = (reason: string): Plan => ({ action: 'inline', rawBytes, reason })
  if (!rule.enabled) return inline('the rule for this tool is off')
  if (rule.action === 'inline') return inline('the rule for this tool says inline')
  if (result.isError === true && rawBytes <= rule.errorThresholdBytes) return inline('a short error')

  // All of it together is no more than one piece may have: a character is at least a byte.
  if (rule.action === 'auto' && rawBytes <= Math.min(rule.thresholdBytes, rule.thresholdChars ?? Infinity))
    return inline('within the threshold')
  const candidates = candidatesFor(movable(payloads, rule), ownStructured, rule)
  if (candidates.length === 0) return inline('within the threshold')
  const parts = partsOf(candidates, rule)
  if (parts.length === 0) return inline('a reference would cost more than half of it')

  const dropStructured = parts.some(
    ({ source, blocks }) => source === 'structured' || (twin !== null && blocks.includes(twin.block)),
  )
  return { action: 'offload', rawBytes, parts, dropStructured, twin }
}

/** Images and audio stay where they are unless the rule says otherwise. */
export const movable = (payloads: readonly Payload[], rule: Rule): Payload[] =>
  payloads.filter(({ source }) => source !== 'media' || rule.media === 'offload')

/** Those that are worth a reference, in the order of the blocks they start at. */
export const partsOf = (candidates: readonly Candidate[], rule: Rule): Part[] =>
  candidates
    .filter((candidate) => rule.action === 'offload' || pays(candidate, rule))
    .map((candidate) => candidate.toPart())
    .sort((a, b) => (a.blocks[0] ?? Infinity) - (b.blocks[0] ?? Infinity))

/** Base64 costs a token for every one or two characters, so what is not text always pays. */
function pays({ text }: Candidate, { previewStyle }: Rule): boolean {
  return text === null || 2 * estimateReferenceTokens(text, previewStyle) <= estimateTokens(text)
}
