import { candidatesFor } from './candidates.ts'
import type { Plan } from './decide.ts'
import { byteLength, payloadsOf, type ToolResult } from './payload.ts'
import type { Rule } from './rule.ts'
import { stringifyJson } from '../rpc/json.ts'
import { findTwin } from './twin.ts'

/**
 * The plan for a result that the agent asked to be stored under a name (P2), whatever its size: its texts become one entry; where it
 * has none, its first binary block, else its structured content. Null where there is nothing to store.
 */
export function planSave(result: ToolResult, rule: Rule): (Plan & { action: 'offload' }) | null {
  const payloads = payloadsOf(result)
  const texts = payloads.filter(({ text }) => text !== null)
  const chosen = texts.length > 0 ? texts : payloads.slice(0, 1)
  const structured = result.structuredContent === undefined ? null : stringifyJson(result.structuredContent)
  // A threshold that nothing reaches alone joins all that is chosen.
  const joinAll: Rule = {
    ...rule,
    action: 'offload',
    thresholdBytes: Number.MAX_SAFE_INTEGER,
    thresholdChars: null,
  }
  const [candidate] = candidatesFor(chosen, chosen.length > 0 ? null : structured, joinAll)
  if (!candidate) return null
  const part = candidate.toPart()
  const twin = findTwin(payloads, result.structuredContent)
  const rawBytes = payloads.reduce((sum, payload) => sum + byteLength(payload), 0)
  const dropStructured = part.source === 'structured' || (twin !== null && part.blocks.includes(twin.block))
  return { action: 'offload', rawBytes, parts: [part], dropStructured, twin }
}
