import { estimateTokens } from './estimate.ts'
import type { Rule } from './rule.ts'

/** What a reference usually costs without its preview, in tokens. */
const FRAME = 110
/** A preview in style `auto` shrinks with its content, down to this; see `preview/index.ts`. */
const LEAST_PREVIEW = 40

/** About the least that the reference to `text` would cost, in o200k tokens. */
export function estimateReferenceTokens(text: string, style: Rule['previewStyle']): number {
  if (style === 'none') return FRAME
  if (style === 'terse') return FRAME + estimateTokens(text.slice(0, 200))
  if (style === 'head-tail')
    return FRAME + estimateTokens(text.slice(0, 500)) + estimateTokens(text.slice(-500))
  return FRAME + LEAST_PREVIEW
}
