import { makePreview } from '../../policy/preview/index.ts'
import type { Doc, Preview } from '../../policy/preview/index.ts'
import { referenceReserve } from '../../policy/reference-reserve.ts'
import type { PreviewOrder } from './protocol.ts'

/** A sniffed media type may cost a little more than the one that the tool gave. */
const SNIFFED_MIME_TOKENS = 16

/** The preview that is left of the budget once the reference is paid for. */
export function previewFor(doc: Doc, { style, tokens, name }: PreviewOrder): Preview {
  const reserve = name === null ? 0 : referenceReserve(name, doc.mime, doc.sizes) + SNIFFED_MIME_TOKENS
  return makePreview(doc, { style, tokens: Math.max(1, tokens - reserve) })
}
