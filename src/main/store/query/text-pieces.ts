import type { Database } from 'better-sqlite3'
import { unpack } from '../chunks.ts'
import type { Content } from '../protocol.ts'
import { statement } from '../statement.ts'

/** The text of a content, a chunk at a time and without a byte order mark, so that memory does not follow its length. */
export function* textPieces(db: Database, content: Content): Generator<string> {
  const decoder = new TextDecoder(content.encoding)
  const chunks = statement(db, 'SELECT codec, data FROM chunks WHERE blob = ? ORDER BY seq').iterate(
    content.blob,
  )
  for (const chunk of chunks as Iterable<{ codec: number; data: Uint8Array }>) {
    const text = decoder.decode(unpack(chunk.codec, chunk.data), { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}
