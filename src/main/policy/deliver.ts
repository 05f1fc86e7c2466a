import { META } from '../../shared/names.ts'
import type { Plan } from './decide.ts'
import { blocksOf, isRecord, type ToolResult } from './payload.ts'

/** What an agent gets for one part: the reference, and the same facts for `_meta`. */
export interface Delivered {
  readonly text: string
  readonly meta: unknown
}

/**
 * The result that an agent gets: each stored block is replaced by a text block with its reference (joined blocks by
 * one, where the first of them was; stored structured content by one at the end) and everything else is as it was.
 * The facts of each entry are in the `_meta` of its block, those of the first entry in the result's too.
 * @param delivered one for each part of the plan, in its order
 * @throws RangeError if their numbers differ: a block would be lost
 */
export function deliverResult(result: ToolResult, plan: Plan, delivered: Delivered[]): ToolResult {
  if (plan.action === 'inline') return result
  if (delivered.length !== plan.parts.length) {
    throw new RangeError(`${plan.parts.length} parts were stored, ${delivered.length} delivered`)
  }
  const referenceAt = new Map<number, Delivered>()
  const gone = new Set<number>()
  const appended: unknown[] = []
  plan.parts.forEach((part, i) => {
    const reference = delivered[i]
    if (reference === undefined) return
    const [first, ...others] = part.blocks
    if (first === undefined) appended.push(referenceBlock({}, reference))
    else referenceAt.set(first, reference)
    for (const block of others) gone.add(block)
  })
  const content = blocksOf(result).flatMap((block, index) => {
    const reference = referenceAt.get(index)
    if (reference !== undefined) return [referenceBlock(block, reference)]
    return gone.has(index) ? [] : [block]
  })
  const { structuredContent, ...rest } = result
  return {
    ...rest,
    content: [...content, ...appended],
    ...(plan.dropStructured || structuredContent === undefined ? {} : { structuredContent }),
    _meta: { ...result['_meta'], [META.entry]: delivered[0]?.meta },
  }
}

/** Keeps what the block said beside its payload (annotations, unknown fields, `_meta`). */
function referenceBlock(block: unknown, { text, meta }: Delivered): unknown {
  const {
    type,
    resource: _resource,
    data: _data,
    mimeType: _mimeType,
    ...rest
  } = isRecord(block) ? block : {}
  const kept = type === 'text' && isRecord(block) ? block : rest
  const blockMeta = isRecord(kept['_meta']) ? kept['_meta'] : {}
  return { ...kept, type: 'text', text, _meta: { ...blockMeta, [META.entry]: meta } }
}
