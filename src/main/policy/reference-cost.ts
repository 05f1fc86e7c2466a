import { estimateTokens } from './estimate.ts'
import type { Rule } from './rule.ts'

/** What a reference usually costs without its preview, in tokens. */
export const REFERENCE_FRAME_TOKENS = 120
/** A preview in style `auto` shrinks with its content, down to this; see `preview/index.ts`. */
export const LEAST_PREVIEW_TOKENS = 40

/** About the least that the reference to `text` would cost, in o200k tokens. */
export function estimateReferenceTokens(text: string, style: Rule['previewStyle']): number {
  if (style === 'none') return REFERENCE_FRAME_TOKENS
  if (style === 'terse') return REFERENCE_FRAME_TOKENS + estimateTokens(text.slice(0, 200))
  if (style === 'head-tail')
    return REFERENCE_FRAME_TOKENS + estimateTokens(text.slice(0, 500)) + estimateTokens(text.slice(-500))
  return REFERENCE_FRAME_TOKENS + LEAST_PREVIEW_TOKENS
}
