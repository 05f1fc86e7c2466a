import type { Database } from 'better-sqlite3'

/**
 * Writes a database anew without its free pages, so that neither the file nor its log holds what was deleted.
 * @returns false while somebody else reads or writes: it is to be tried again
 */
export function shrink(db: Database): boolean {
  try {
    db.exec('VACUUM')
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'SQLITE_BUSY') throw error
    return false
  }
  const [log] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
  return log?.busy === 0
}
