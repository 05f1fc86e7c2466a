import type { ContentKind } from '../../../shared/entry.ts'
import { estimateTokens } from '../estimate.ts'
import { LEAST_PREVIEW_TOKENS, REFERENCE_FRAME_TOKENS } from '../reference-cost.ts'
import type { Rule } from '../rule.ts'
import type { Doc, Preview, Rendered } from './doc.ts'
import { previewHeadTail } from './fixed.ts'
import { recognize, type Recognized } from './recognize.ts'
import { omittedFrom, toSpans } from './spans.ts'
import { previewTerse } from './terse.ts'
import { countTokens } from './tokens.ts'

export type { Doc, Preview } from './doc.ts'

export interface PreviewOptions {
  readonly style: Rule['previewStyle']
  /** What the preview may cost, in o200k tokens; the fixed styles `head-tail` and `terse` do not heed it. */
  readonly tokens: number
  /** How many of these tokens are not the preview's, once it is known what the content is. */
  readonly frame?: (kind: ContentKind, mime: string | null) => number
}

/**
 * The preview of any content. A pure function of its input: never throws, never over the budget (the two fixed styles
 * aside), never half a character, and exact about what it leaves out.
 */
export function makePreview(doc: Doc, options: PreviewOptions): Preview {
  const recognized = recognize(doc)
  const { kind, mime } = recognized
  const tokens = Math.max(0, options.tokens - (options.frame?.(kind, mime) ?? 0))
  const { text, shown, next } = render(doc, recognized, { ...options, tokens })
  return {
    kind,
    mime,
    text,
    omitted: omittedFrom(doc, shown),
    spans: toSpans(doc, shown),
    ...(next === undefined ? {} : { next }),
  }
}

function render(doc: Doc, recognized: Recognized, { style, tokens }: PreviewOptions): Rendered {
  if (style === 'none') return NOTHING
  if (style !== 'auto') {
    if (recognized.kind === 'binary') return recognized.render(Infinity)
    return style === 'terse' ? previewTerse(doc) : previewHeadTail(doc)
  }
  const rendered = recognized.render(worthwhile(doc, tokens))
  return countTokens(rendered.text) <= tokens ? rendered : NOTHING
}

const NOTHING: Rendered = { text: '', shown: [] }

/** Reference and preview should cost at most half of what they stand for, so short content gets a short preview. */
function worthwhile(doc: Doc, tokens: number): number {
  if (!doc.whole || doc.encoding === 'binary') return tokens
  const enough = 2 * (tokens + REFERENCE_FRAME_TOKENS)
  const half = Math.floor(estimateTokens(doc.head, enough) / 2) - REFERENCE_FRAME_TOKENS
  return Math.min(tokens, Math.max(half, LEAST_PREVIEW_TOKENS))
}
