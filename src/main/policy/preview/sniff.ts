import type { ContentKind } from '../../../shared/entry.ts'
import type { Doc } from './doc.ts'
import { readMagic, type Magic } from './magic.ts'

export interface Sniffed {
  readonly kind: ContentKind
  readonly mime: string | null
  /** What the first bytes say; only of binary content. */
  readonly magic: Magic | null
}

/** What kind of content this is, by the content itself: tools say `text/plain` of anything. */
export function sniff(doc: Doc): Sniffed {
  if (doc.encoding === 'binary') {
    const magic = readMagic(doc.magic)
    return { kind: 'binary', mime: magic?.mime ?? doc.mime, magic }
  }
  if (looksLikeJson(doc)) return { kind: 'json', mime: 'application/json', magic: null }
  return { kind: 'text', mime: doc.mime ?? 'text/plain', magic: null }
}

function looksLikeJson(doc: Doc): boolean {
  return /^\s*(\{\s*("|\}\s*$)|\[\s*([[{"\-\dtfn]|\]\s*$))/.test(doc.head.slice(0, 4_096))
}
