import { makePreview } from '../../policy/preview/index.ts'
import type { Doc, Preview } from '../../policy/preview/index.ts'
import { referenceReserve } from '../../policy/reference-reserve.ts'
import type { PreviewOrder } from './protocol.ts'

/** The preview that is left of the budget once the reference is paid for. */
export function previewFor(doc: Doc, { style, tokens, name }: PreviewOrder): Preview {
  if (name === null) return makePreview(doc, { style, tokens })
  const { sizes, sha256, encoding } = doc
  return makePreview(doc, {
    style,
    tokens,
    frame: (kind, mime) => referenceReserve({ name, sizes, sha256, encoding, kind, mime }),
  })
}
