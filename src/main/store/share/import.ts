import type { BlobFacts } from '../blob.ts'
import { type CheckedPiece, checkBlob } from './check-blobs.ts'
import { checkRows } from './check-rows.ts'
import { asDamage, openRecording } from './open-recording.ts'
import type { Progress } from './protocol.ts'

/** What comes to light while a recording is looked through. */
export type Found =
  | { readonly found: 'nothing' }
  /** All rows are in order; these are its contents, by hash. */
  | { readonly found: 'contents'; readonly hashes: readonly string[] }
  | { readonly found: 'piece'; readonly piece: CheckedPiece }
  | { readonly found: 'blob'; readonly blob: BlobFacts }

export type Finding = Found & { readonly progress: Progress }

/** Looks through a file that somebody else made, in slices; once it ends without an error, all that is in it may be taken over. */
export function* checkRecording(file: string): Generator<Finding, void> {
  const db = openRecording(file)
  try {
    const looking = checkRows(db)
    let look = looking.next()
    for (; !look.done; look = looking.next()) yield { found: 'nothing', progress: look.value }
    const { blobs } = look.value
    const total = blobs.reduce((sum, { stored_bytes }) => sum + stored_bytes, 0)
    let done = 0
    yield { found: 'contents', hashes: blobs.map(({ sha256 }) => sha256), progress: { done, total } }
    for (const blob of blobs) {
      const checking = checkBlob(db, blob)
      let check = checking.next()
      for (; !check.done; check = checking.next()) {
        done += check.value.chunks.data.length
        yield { found: 'piece', piece: check.value, progress: { done, total } }
      }
      yield { found: 'blob', blob: check.value, progress: { done, total } }
    }
  } catch (error) {
    throw asDamage(error)
  } finally {
    db.close()
  }
}
