import type { Part } from '../policy/candidates.ts'
import { isRecord, type ToolResult } from '../policy/payload.ts'
import { parseJson, stringifyJson } from '../rpc/json.ts'
import type { ResultOrigin } from './result-origin.ts'
import { redactJson, redactionOf, type Redacted, redactResult, sumOfCounts } from './redact.ts'
import type { Services } from './services.ts'

/** A result and its call as they may be written down. */
export interface SafeResult {
  readonly origin: ResultOrigin
  readonly result: ToolResult
  /** Null where redaction is off for the tool. */
  readonly redacted: Redacted | null
}

/** What may be written down of a call whose redaction has not been done: with redaction on, only that it was made. */
export function beforeRedaction(services: Services, origin: ResultOrigin, result: ToolResult): SafeResult {
  if (redactionOf(services, origin).length === 0) return { origin, result, redacted: null }
  const { metadata: _metadata, ...wishes } = origin.wishes ?? {}
  return { origin: { ...origin, arguments: null, resolved: null, wishes }, result, redacted: null }
}

/** Redacts a result, its call's arguments and its metadata, where the configuration asks for it (N7). */
export async function safeToStore(
  services: Services,
  origin: ResultOrigin,
  result: ToolResult,
): Promise<SafeResult> {
  const patterns = redactionOf(services, origin)
  if (patterns.length === 0) return { origin, result, redacted: null }
  const redacted = await redactResult(services, result, patterns)
  const { metadata } = origin.wishes ?? {}
  const safeMetadata =
    metadata === undefined ? undefined : await redactJson(services, stringifyJson(metadata), patterns)
  const parsed = safeMetadata === undefined || safeMetadata === null ? undefined : parseJson(safeMetadata)
  return {
    origin: {
      ...origin,
      arguments: await redactJson(services, origin.arguments, patterns),
      resolved: await redactJson(services, origin.resolved ?? null, patterns),
      wishes: { ...origin.wishes, metadata: isRecord(parsed) ? parsed : undefined },
    },
    result: redacted.result,
    redacted,
  }
}

/** How many stretches were replaced in a part of the result. */
export function redactionsIn(redacted: Redacted | null, { blocks }: Part): number {
  if (redacted === null) return 0
  if (blocks.length === 0) return redacted.elsewhere
  return blocks.reduce((sum, block) => sum + (redacted.blocks.get(block) ?? 0), 0)
}

/** What the event of the call says of it. */
export function callRedactions({ counts }: Redacted): { redactions?: { count: number; rules: string[] } } {
  const count = sumOfCounts(counts)
  return count === 0 ? {} : { redactions: { count, rules: Object.keys(counts) } }
}
