import type { PackedChunks, PreparedBlob } from '../blob.ts'
import { type ChunkStart, Measure } from './measure.ts'
import { type Pack, pack } from './pack.ts'

/** What two threads found out about the same chunks, put together. */
export function toChunks(starts: readonly ChunkStart[], { data, chunks }: Pack): PackedChunks {
  const layout = chunks.map(({ codec, length }, i) => {
    const { charStart, lineStart } = starts[i] ?? { charStart: 0, lineStart: 0 }
    return { codec, length, charStart, lineStart }
  })
  return { data, layout }
}

/** Consecutive chunks in one buffer. */
export function joinChunks(parts: readonly PackedChunks[]): PackedChunks {
  const [only] = parts
  if (only && parts.length === 1) return only
  return { data: Buffer.concat(parts.map(({ data }) => data)), layout: parts.flatMap(({ layout }) => layout) }
}

/**
 * A content ready to be written, without any thread: for whoever fills a store and has nothing else to do.
 * @param asText the bytes are the UTF-8 of a string
 */
export function assemble(bytes: Uint8Array, asText: boolean): PreparedBlob {
  const measure = new Measure(asText)
  const chunks = toChunks(measure.push(bytes), pack(bytes))
  return { ...measure.finish(), storedBytes: chunks.data.length, chunks }
}
