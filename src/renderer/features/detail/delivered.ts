import type { OperationOutput } from '../../../shared/contract.ts'
import type { EntryDetail } from '../content/source.ts'

interface Block {
  type?: string
  text?: string
  mimeType?: string
}

function blockText(block: Block): string {
  if (typeof block.text === 'string') return block.text
  return `[${[block.type ?? 'block', block.mimeType].filter(Boolean).join(' ')}]`
}

/**
 * The exact text that went into the agent's context. Undefined until it is known.
 * A result is `{content: [blocks]}` as MCP has it; anything else is shown as its JSON.
 */
export function deliveredText(
  call: OperationOutput<'getCall'> | undefined,
  entry: EntryDetail | undefined,
): string | undefined {
  if (call === undefined) return entry?.deliveredText ?? undefined
  if (call.deliveredText !== null) return call.deliveredText
  const delivered = call.delivered ?? call.result
  if (typeof delivered === 'string') return delivered
  const { content } = (delivered ?? {}) as { content?: unknown }
  if (Array.isArray(content)) return content.map((block) => blockText(block as Block)).join('\n')
  return delivered === undefined || delivered === null
    ? (entry?.deliveredText ?? undefined)
    : JSON.stringify(delivered, null, 2)
}
