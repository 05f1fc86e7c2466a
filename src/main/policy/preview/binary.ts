import type { Doc, Rendered } from './doc.ts'
import type { Magic } from './magic.ts'

/** Type, dimensions, size and SHA-256: bytes that are not text are never shown as text (M4). */
export function previewBinary(doc: Doc, magic: Magic | null): Rendered {
  const type = magic?.mime ?? 'unknown type'
  const dimensions = magic?.dimensions
    ? `, ${magic.dimensions.width} × ${magic.dimensions.height} pixels`
    : ''
  return {
    text: `Binary content (${type}${dimensions}): ${doc.sizes.bytes} bytes, SHA-256 ${doc.sha256}`,
    shown: [],
  }
}
