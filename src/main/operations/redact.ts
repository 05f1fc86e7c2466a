import { blocksOf, payloadsOf, bytesOf, isRecord, type ToolResult } from '../policy/payload.ts'
import { patternsFor, type RedactionPattern } from '../policy/redaction/patterns.ts'
import type { Counts } from '../policy/redaction/scrub.ts'
import { parseJson, stringifyJson } from '../rpc/json.ts'
import { addCounts } from '../store/redaction/redactor.ts'
import type { Services } from './services.ts'

/** A result as it may be stored, and how much of it was replaced. */
export interface Redacted {
  readonly result: ToolResult
  /** By block of its content. */
  readonly blocks: ReadonlyMap<number, number>
  /** In all that is not a block's payload: structured content, fields, metadata. */
  readonly elsewhere: number
  readonly counts: Counts
}

export const sumOfCounts = (counts: Counts): number => Object.values(counts).reduce((sum, n) => sum + n, 0)

/** What to look for in the results of a tool; empty where redaction is off for it. */
export const redactionOf = (
  { config }: Services,
  { server, tool }: { server: string | null; tool: string },
): RedactionPattern[] => patternsFor(config().redaction, server, tool)

/** The agent's own copy is left as it is. @throws SpillwayError `timeout`, `too_large`: the result must not be stored then */
export async function redactResult(
  { redactor }: Services,
  result: ToolResult,
  patterns: readonly RedactionPattern[],
): Promise<Redacted> {
  const counts: Counts = {}
  const blocks = new Map<number, number>()
  const payloads = new Map<number, string>()
  for (const payload of payloadsOf(result)) {
    const scrubbed = await redactor.bytes(bytesOf(payload), payload.text !== null, patterns)
    const found = sumOfCounts(scrubbed.counts)
    addCounts(counts, scrubbed.counts)
    blocks.set(payload.block, found)
    const original = payload.text ?? payload.base64 ?? ''
    const redone = Buffer.from(scrubbed.bytes).toString(payload.text === null ? 'base64' : 'utf8')
    payloads.set(payload.block, found === 0 ? original : redone)
  }
  const given = blocksOf(result)
  const frame = {
    ...result,
    ...(given.length === 0
      ? {}
      : { content: given.map((block, i) => withPayload(block, payloads.has(i) ? '' : null)) }),
  }
  const rest = await redactor.json(stringifyJson(frame), patterns)
  addCounts(counts, rest.counts)
  const elsewhere = sumOfCounts(rest.counts)
  if (sumOfCounts(counts) === 0) return { result, blocks, elsewhere, counts }
  const parsed = parseJson(rest.json)
  const safe: ToolResult = isRecord(parsed) ? parsed : {}
  const content = Array.isArray(safe.content) ? safe.content : given.map(() => ({}))
  return {
    result: {
      ...safe,
      ...(given.length === 0
        ? {}
        : { content: content.map((block, i) => withPayload(block, payloads.get(i) ?? null)) }),
    },
    blocks,
    elsewhere,
    counts,
  }
}

/** A block with another payload in the place that its own has; null leaves it as it is. */
function withPayload(block: unknown, payload: string | null): unknown {
  if (payload === null || !isRecord(block)) return block
  if (typeof block['text'] === 'string') return { ...block, text: payload }
  if (typeof block['data'] === 'string') return { ...block, data: payload }
  const { resource } = block
  if (!isRecord(resource)) return block
  return {
    ...block,
    resource: { ...resource, [typeof resource['text'] === 'string' ? 'text' : 'blob']: payload },
  }
}

/** JSON as it may be stored: arguments, metadata. */
export async function redactJson(
  { redactor }: Services,
  json: string | null,
  patterns: readonly RedactionPattern[],
): Promise<string | null> {
  return json === null || patterns.length === 0 ? json : (await redactor.json(json, patterns)).json
}

/** Text as it may be stored. */
export async function redactBytes(
  { redactor }: Services,
  bytes: Uint8Array,
  patterns: readonly RedactionPattern[],
): Promise<{ bytes: Uint8Array; counts: Counts }> {
  return patterns.length === 0 ? { bytes, counts: {} } : redactor.bytes(bytes, true, patterns)
}
