import type { Database } from 'better-sqlite3'
import { SpillwayError } from '../../../shared/errors.ts'
import type { ImportedData } from '../../../shared/event.ts'
import type { StagedBlob } from '../blob.ts'
import { storedBytes } from '../reads/stats.ts'
import type { Announcements } from '../writes/events.ts'
import { openRecording } from './open-recording.ts'
import { TakeOver } from './take-over.ts'
import { retotal } from './totals.ts'

export interface TakeInOrder {
  /** A recording that was looked through. */
  readonly file: string
  readonly at: number
  /** Its contents that were not in the home, as they were written meanwhile. */
  readonly staged: readonly StagedBlob[]
  /** How long its entries live after their last use. */
  readonly ttlSeconds: number
  readonly maxBytes: number
  /** For a project that is not known yet. */
  readonly projectId: string
}

/** What was added. */
export interface TakenIn {
  readonly session: string
  readonly turns: number
  readonly calls: number
  readonly entries: number
  readonly reads: number
  readonly bytes: number
  readonly redacted: boolean
  /** All of it was there already. */
  readonly known: boolean
}

/**
 * Takes a whole recording over in one transaction, or nothing of it. What is there with the same id and says the same stays as it is; a
 * session of this home's own is never added to, because an agent may be at work in it.
 * @throws SpillwayError `conflict` where something else has one of its ids; `storage_full`
 */
export function takeIn(db: Database, announce: Announcements, order: TakeInOrder): TakenIn {
  const file = openRecording(order.file)
  try {
    const done = new TakeOver(db, file, order).run()
    if (done.bytes > 0 && storedBytes(db) > order.maxBytes) throw tooMuch(order.maxBytes)
    if (done.known) return done
    retotal(db, [done.session])
    const { turns, calls, entries, bytes, redacted, session } = done
    const data: ImportedData = { turns, calls, entries, bytes, redacted }
    announce.add(db, { at: order.at, type: 'recording.imported', client: '', session, data })
    return done
  } catch (error) {
    // Two rows of its own want one place, or one of them wants a place that is taken here.
    const { code } = error as { code?: unknown }
    if (typeof code !== 'string' || !code.startsWith('SQLITE_CONSTRAINT')) throw error
    throw new SpillwayError(
      'conflict',
      `The recording does not fit beside what is here: ${(error as Error).message}.`,
      'Nothing was changed. Import it into another --home, or look at it with spillway open.',
    )
  } finally {
    file.close()
  }
}

const tooMuch = (maxBytes: number) =>
  new SpillwayError(
    'storage_full',
    `With the recording the store would take more than its hard cap of ${maxBytes} bytes.`,
    'Prune what is stored, raise retention.hardMaxBytes, or look at the file with spillway open.',
  )
