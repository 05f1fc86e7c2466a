import type { ContentKind } from '../../../shared/entry.ts'
import { previewBinary } from './binary.ts'
import type { Doc, Rendered } from './doc.ts'
import { previewJson, recognizeJson } from './json.ts'
import { readMagic } from './magic.ts'
import { previewText } from './text.ts'

/** What a content turned out to be, and how it is previewed. */
export interface Recognized {
  readonly kind: ContentKind
  readonly mime: string | null
  /** The preview within so many o200k tokens. */
  render(tokens: number): Rendered
}

/** What kind of content this is, by the content itself: tools say `text/plain` of anything. */
export function recognize(doc: Doc): Recognized {
  if (doc.encoding === 'binary') {
    const magic = readMagic(doc.magic)
    return { kind: 'binary', mime: magic?.mime ?? doc.mime, render: () => previewBinary(doc, magic) }
  }
  const scan = recognizeJson(doc)
  if (scan !== null) {
    return { kind: 'json', mime: 'application/json', render: (tokens) => previewJson(doc, scan, tokens) }
  }
  return { kind: 'text', mime: doc.mime ?? 'text/plain', render: (tokens) => previewText(doc, tokens) }
}
