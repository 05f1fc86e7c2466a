import { reasonOf } from '../../shared/errors.ts'
import { blocksOf, isRecord, type ToolResult } from '../policy/payload.ts'
import type { Counts } from '../policy/redaction/scrub.ts'
import type { Rule } from '../policy/rule.ts'
import { LongText } from '../rpc/long-text.ts'
import { newId } from '../store/ids.ts'
import { addCounts } from '../store/redaction/redactor.ts'
import { commitOffload } from './commit-offload.ts'
import { redactionOf, sumOfCounts } from './redact.ts'
import type { DeliveredResult, ResultOrigin } from './result-origin.ts'
import { safeToStore } from './safe-result.ts'
import type { Services } from './services.ts'

/** Below it tokens weigh as much as bytes, so that the whole of the policy has to look at a text. */
const CHARS_PER_BYTE = 1 / 4

/** A result that is nothing but one very long text, or that text and the same again under one key of its structured content. */
interface LongResult {
  readonly text: LongText
  /** The other copy, under its key. */
  readonly twin: { readonly key: string; readonly text: LongText } | null
}

/** The long text of a result that can be stored piece by piece; null where the policy must see the result whole, or leaves it inline. */
export function longTextOf(rule: Rule, given: ToolResult): LongResult | null {
  const { structuredContent, isError } = given
  const [block, ...others] = blocksOf(given)
  if (others.length > 0 || !isRecord(block)) return null
  const { type, text } = block
  if (type !== 'text' || !(text instanceof LongText)) return null
  const twin = structuredContent === undefined ? null : twinOf(text, structuredContent)
  if (structuredContent !== undefined && twin === null) return null
  const threshold = isError === true ? rule.errorThresholdBytes : 0
  const isOver =
    text.bytes > Math.max(rule.thresholdBytes, threshold) &&
    text.bytes * CHARS_PER_BYTE > (rule.thresholdChars ?? 0)
  return rule.enabled && rule.action !== 'inline' && isOver ? { text, twin } : null
}

function twinOf(text: LongText, structured: unknown): LongResult['twin'] {
  const [member, ...others] = isRecord(structured) ? Object.entries(structured) : []
  if (member === undefined || others.length > 0) return null
  const [key, value] = member
  return value instanceof LongText && value.equals(text) ? { key, text: value } : null
}

/** Stores it while nobody holds it as a string. Null where that fails: the result then takes the way of any other. */
export async function deliverLongText(
  services: Services,
  origin: ResultOrigin,
  rule: Rule,
  given: ToolResult,
  { text, twin }: LongResult,
): Promise<DeliveredResult | null> {
  // Its block gives way to the reference and the twin goes, so what stands in them meanwhile does not matter.
  const result: ToolResult = {
    ...given,
    content: blocksOf(given).map((block) => ({ ...Object(block), text: '' })),
    ...(twin && { structuredContent: { [twin.key]: '' } }),
  }
  // A failure does not take the name of what was to be saved.
  const saveAs = given.isError === true ? undefined : origin.wishes?.saveAs
  const part = {
    source: 'text' as const,
    blocks: [0],
    bytes: new Uint8Array(0),
    mime: null,
    uri: null,
    boundaries: null,
    ...(saveAs === undefined ? {} : { saved: true as const }),
  }
  const plan = {
    action: 'offload' as const,
    rawBytes: text.bytes,
    parts: [part],
    dropStructured: twin !== null,
    twin: twin && { block: 0, key: twin.key },
  }
  try {
    const safe = await safeToStore(services, origin, result)
    const { wishes } = safe.origin
    const name = saveAs ?? wishes?.name ?? (await origin.session.nextName(origin.tool))
    const patterns = redactionOf(services, origin)
    const counts: Counts = {}
    const taken = await services.ingest.stream(services.store, {
      body:
        patterns.length === 0
          ? text.pieces()
          : services.redactor.stream(text.pieces(), true, patterns, counts),
      asText: true,
      ...(patterns.length === 0 && { expected: text.bytes }),
      mime: null,
      preview: { style: rule.previewStyle, tokens: rule.previewTokens, name },
      at: services.now(),
    })
    const redactions = sumOfCounts(counts)
    addCounts(counts, safe.redacted?.counts ?? {})
    const found = { ...safe, redacted: safe.redacted && { ...safe.redacted, counts } }
    const delivered = await commitOffload(services, safe.origin, rule, {
      result,
      safe: found,
      plan,
      ready: [{ id: newId('e'), name, metadata: wishes?.metadata ?? {}, redactions, ...taken }],
    }).catch(async (error: unknown) => {
      if ('staged' in taken.blob) await services.store.write.dropStage({ staged: taken.blob.staged })
      throw error
    })
    text.release()
    twin?.text.release()
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
