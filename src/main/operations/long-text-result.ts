import { reasonOf } from '../../shared/errors.ts'
import { blocksOf, isRecord, type ToolResult } from '../policy/payload.ts'
import type { Rule } from '../policy/rule.ts'
import { LongText } from '../rpc/long-text.ts'
import { newId } from '../store/ids.ts'
import { commitOffload } from './commit-offload.ts'
import { redactionOf } from './redact.ts'
import type { DeliveredResult, ResultOrigin } from './result-origin.ts'
import type { Services } from './services.ts'

/** Below it tokens weigh as much as bytes, so that the whole of the policy has to look at a text. */
const CHARS_PER_BYTE = 1 / 4

/**
 * The text of a result that is nothing but one very long text, to be stored piece by piece; null where the policy must see it whole:
 * where it is to be redacted, stays inline, or is the reason of a failure.
 */
export function longTextOf(
  services: Services,
  origin: ResultOrigin,
  rule: Rule,
  result: ToolResult,
): LongText | null {
  const { structuredContent, isError } = result
  const [block, ...others] = blocksOf(result)
  if (others.length > 0 || structuredContent !== undefined || isError === true || !isRecord(block))
    return null
  const { type, text } = block
  if (type !== 'text' || !(text instanceof LongText)) return null
  const isOver = text.bytes > rule.thresholdBytes && text.bytes * CHARS_PER_BYTE > (rule.thresholdChars ?? 0)
  const goesOut = rule.enabled && rule.action !== 'inline' && isOver
  return goesOut && redactionOf(services, origin).length === 0 ? text : null
}

/** Stores it while nobody holds it as a string. Null where that fails: the result then takes the way of any other. */
export async function deliverLongText(
  services: Services,
  origin: ResultOrigin,
  rule: Rule,
  given: ToolResult,
  text: LongText,
): Promise<DeliveredResult | null> {
  const { wishes } = origin
  // Its block gives way to the reference, so what stands in it meanwhile does not matter.
  const result: ToolResult = {
    ...given,
    content: blocksOf(given).map((block) => ({ ...Object(block), text: '' })),
  }
  const part = {
    source: 'text' as const,
    blocks: [0],
    bytes: new Uint8Array(0),
    mime: null,
    uri: null,
    boundaries: null,
    ...(wishes?.saveAs === undefined ? {} : { saved: true as const }),
  }
  try {
    const name = wishes?.saveAs ?? wishes?.name ?? (await origin.session.nextName(origin.tool))
    const taken = await services.ingest.stream(services.store, {
      body: text.pieces(),
      asText: true,
      expected: text.bytes,
      mime: null,
      preview: { style: rule.previewStyle, tokens: rule.previewTokens, name },
      at: services.now(),
    })
    const metadata = wishes?.metadata ?? {}
    const delivered = await commitOffload(services, origin, rule, {
      result,
      safe: { origin, result, redacted: null },
      plan: { action: 'offload', rawBytes: text.bytes, parts: [part], dropStructured: false, twin: null },
      ready: [{ id: newId('e'), name, metadata, redactions: 0, ...taken }],
    }).catch(async (error: unknown) => {
      if ('staged' in taken.blob) await services.store.write.dropStage({ staged: taken.blob.staged })
      throw error
    })
    text.release()
    return delivered
  } catch (error) {
    services.log.warn(
      { tool: origin.tool, server: origin.server, reason: reasonOf(error) },
      'a long text could not be stored in pieces',
    )
    return null
  }
}

/** The result with strings where it has long texts that the policy looks at; what lies deeper is only ever written as JSON. */
export function withStrings(result: ToolResult): ToolResult {
  const { structuredContent } = result
  const blocks = blocksOf(result)
  const plain = blocks.map(blockWithStrings)
  const structured = isRecord(structuredContent) ? fieldsWithStrings(structuredContent) : structuredContent
  if (structured === structuredContent && plain.every((block, i) => block === blocks[i])) return result
  return {
    ...result,
    ...(blocks.length === 0 ? {} : { content: plain }),
    ...(structured === undefined ? {} : { structuredContent: structured }),
  }
}

function blockWithStrings(block: unknown): unknown {
  if (!isRecord(block)) return block
  const plain = fieldsWithStrings(block)
  const { resource } = plain
  if (!isRecord(resource)) return plain
  const inner = fieldsWithStrings(resource)
  return inner === resource ? plain : { ...plain, resource: inner }
}

function fieldsWithStrings(record: Record<string, unknown>): Record<string, unknown> {
  if (!Object.values(record).some((value) => value instanceof LongText)) return record
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, value instanceof LongText ? value.toString() : value]),
  )
}
