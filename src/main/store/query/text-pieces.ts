import type { Database } from 'better-sqlite3'
import { chunksOf } from '../chunks.ts'
import type { Content } from '../protocol.ts'

/** The text of a content, a chunk at a time and without a byte order mark, so that memory does not follow its length. */
export function* textPieces(db: Database, content: Content): Generator<string> {
  const decoder = new TextDecoder(content.encoding)
  for (const { bytes } of chunksOf(db, content.blob, content.sizes.bytes)) {
    const text = decoder.decode(bytes, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}
