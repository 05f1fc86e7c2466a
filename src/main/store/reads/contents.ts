import type { Database } from 'better-sqlite3'
import type { Contents } from '../protocol.ts'
import { get } from '../statement.ts'

/** Counts what is there; entries are those that still have their bytes. */
export function contents(db: Database): Contents {
  const counts = get<Contents>(
    db,
    `SELECT (SELECT count(*) FROM entries WHERE blob IS NOT NULL) AS entries,
       (SELECT count(*) FROM entries WHERE blob IS NOT NULL AND note = 1) AS notes,
       (SELECT count(*) FROM blobs) AS blobs,
       (SELECT count(*) FROM calls) AS calls,
       (SELECT count(*) FROM turns) AS turns,
       (SELECT count(*) FROM sessions) AS sessions,
       (SELECT count(*) FROM events) AS events,
       (SELECT count(*) FROM clients) AS clients`,
  )
  if (!counts) throw new Error('a row of counts did not come')
  return counts
}
