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

/** The exact text that an agent got of a result that was stored: of the whole call where that is known. */
export function entryText({ calls, deliveredText }: EntryDetail): string | undefined {
  return calls[0]?.deliveredText ?? deliveredText ?? undefined
}

/** The text of a result that was delivered as it was: `{content: [blocks]}` in MCP, else shown as its JSON; of an error in its place too. */
export function callText({
  delivered,
  deliveredText,
  result,
  error,
}: OperationOutput<'getCall'>): string | undefined {
  if (error !== null && error !== undefined) return JSON.stringify(error, null, 2)
  if (deliveredText !== null) return deliveredText
  const whole = delivered ?? result
  if (typeof whole === 'string') return whole
  const { content } = (whole ?? {}) as { content?: unknown }
  if (Array.isArray(content)) return content.map((block) => blockText(block as Block)).join('\n')
  return whole === null ? undefined : JSON.stringify(whole, null, 2)
}
