import { blocksOf, isRecord, type ToolResult } from '../policy/payload.ts'
import type { Plan } from '../policy/decide.ts'
import { stringifyJson } from '../rpc/json.ts'
import type { BlobPointer } from '../store/reads/skeleton.ts'

/** A recorded result up to this many characters lies in the call's own row; a longer one is a blob. */
export const LONGEST_INLINE_RESULT = 16_384

/** As a key or a string of its own; inside a longer string its quotes are escaped. */
export const MARKER = '"$blob"'

/**
 * A result as it is recorded: each string that became an entry is a pointer to its blob, so that nothing is stored twice. Null
 * where it cannot be told apart from a result that itself speaks of `$blob`, or is too long for a row: it is then kept as one blob.
 * @param hashes of the plan's parts, in their order
 */
export function skeletonOf(result: ToolResult, plan: Plan, hashes: readonly string[]): string | null {
  const parts = plan.action === 'offload' ? plan.parts : []
  const content = [...blocksOf(result)]
  let structured: unknown = result.structuredContent
  let pointers = 0
  parts.forEach((part, index) => {
    const sha256 = hashes[index]
    const [block] = part.blocks
    if (sha256 === undefined || part.source === 'joined') return
    pointers++
    if (block === undefined) structured = pointer(sha256, 'json')
    else content[block] = withPointer(content[block], sha256)
  })
  const twin = plan.action === 'offload' ? plan.twin : null
  const repeated = parts.findIndex(({ source, blocks }) => source === 'text' && blocks[0] === twin?.block)
  const sha256 = hashes[repeated]
  if (twin && sha256 !== undefined) {
    pointers++
    structured = repeats(result.structuredContent, twin.key, sha256)
  }
  const skeleton = stringifyJson({
    ...result,
    ...(content.length === 0 ? {} : { content }),
    ...(structured === undefined ? {} : { structuredContent: structured }),
  })
  const speaksOfBlobs = skeleton.split(MARKER).length - 1 !== pointers
  return speaksOfBlobs || skeleton.length > LONGEST_INLINE_RESULT ? null : skeleton
}

/** The skeleton of a result that is kept as one blob. */
export function wholePointer(sha256: string): string {
  return JSON.stringify(pointer(sha256, 'json'))
}

/** Structured content that only repeats a stored text: as its JSON, or under the one key that wraps it. */
function repeats(structured: unknown, key: string | null, sha256: string): unknown {
  if (key === null) return pointer(sha256, 'json')
  const value = isRecord(structured) ? structured[key] : undefined
  return { [key]: pointer(sha256, typeof value === 'string' ? 'text' : 'json') }
}

const pointer = (sha256: string, as: BlobPointer['as']): BlobPointer => ({ $blob: sha256, as })

function withPointer(block: unknown, sha256: string): unknown {
  if (!isRecord(block)) return block
  if (typeof block['text'] === 'string') return { ...block, text: pointer(sha256, 'text') }
  if (typeof block['data'] === 'string') return { ...block, data: pointer(sha256, 'base64') }
  const { resource } = block
  if (!isRecord(resource)) return block
  const field = typeof resource['text'] === 'string' ? 'text' : 'blob'
  return {
    ...block,
    resource: { ...resource, [field]: pointer(sha256, field === 'text' ? 'text' : 'base64') },
  }
}
