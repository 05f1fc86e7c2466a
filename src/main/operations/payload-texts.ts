import { payloadsOf, type ToolResult } from '../policy/payload.ts'
import { stringifyJson } from '../rpc/json.ts'

/**
 * What of a result a model is charged for as text: its text blocks, its binary blocks as the base64 that would stand in the
 * context, and structured content only where there is nothing else (clients show one of the two).
 */
export function textsOf(result: ToolResult): string[] {
  const texts = payloadsOf(result).flatMap(({ text, base64 }) => text ?? base64 ?? [])
  if (texts.length > 0 || result.structuredContent === undefined) return texts
  return [stringifyJson(result.structuredContent)]
}
