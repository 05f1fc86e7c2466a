import { candidatesFor, type Part } from './candidates.ts'
import { movable, partsOf, type Plan } from './decide.ts'
import { byteLength, payloadsOf, type ToolResult } from './payload.ts'
import type { Rule } from './rule.ts'
import { stringifyJson } from '../rpc/json.ts'
import { findTwin } from './twin.ts'

/**
 * The plan for a result that the agent asked to be stored under a name (P2), whatever its size: its texts become one entry; where it
 * has none, its first binary block, else its structured content. What else there is goes by the policy: a name must not bring into the
 * context what would be kept out of it without one. Null where there is nothing to store.
 */
export function planSave(result: ToolResult, rule: Rule): (Plan & { action: 'offload' }) | null {
  const payloads = payloadsOf(result)
  const texts = payloads.filter(({ text }) => text !== null)
  const chosen = texts.length > 0 ? texts : payloads.slice(0, 1)
  const structured = result.structuredContent === undefined ? null : stringifyJson(result.structuredContent)
  const twin = findTwin(payloads, result.structuredContent)
  const ownStructured = twin === null ? structured : null
  // A threshold that nothing reaches alone joins all that is chosen.
  const joinAll: Rule = {
    ...rule,
    action: 'offload',
    thresholdBytes: Number.MAX_SAFE_INTEGER,
    thresholdChars: null,
  }
  const [candidate] = candidatesFor(chosen, chosen.length > 0 ? null : structured, joinAll)
  if (!candidate) return null
  const saved: Part = { ...candidate.toPart(), saved: true }
  const others = payloads.filter(({ block }) => !saved.blocks.includes(block))
  const left = saved.source === 'structured' ? null : ownStructured
  const isOff = !rule.enabled || rule.action === 'inline'
  const rest = isOff ? [] : partsOf(candidatesFor(movable(others, rule), left, rule), rule)
  const parts = [saved, ...rest]
  const rawBytes =
    payloads.reduce((sum, payload) => sum + byteLength(payload), 0) +
    (ownStructured === null ? 0 : Buffer.byteLength(ownStructured))
  const dropStructured = parts.some(
    ({ source, blocks }) => source === 'structured' || (twin !== null && blocks.includes(twin.block)),
  )
  return { action: 'offload', rawBytes, parts, dropStructured, twin }
}
