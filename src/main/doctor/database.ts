import { existsSync } from 'node:fs'
import { reasonOf } from '../../shared/errors.ts'
import type { HomePaths } from '../daemon/paths.ts'
import { fine, wrong } from './finding.ts'
import type { Finding } from './finding.ts'

/** SQLite's own look at every page, beside a daemon that may be at work. */
export async function checkDatabase({ database }: HomePaths): Promise<Finding> {
  if (!existsSync(database)) return fine('database', 'there is none yet')
  const { openReader } = await import('../store/connection.ts')
  const { SCHEMA_VERSION } = await import('../store/migrate.ts')
  const remedy = `End the daemon and move ${database} away; a new one is made. sqlite3's .recover may save what was in it.`
  try {
    const db = openReader(database)
    try {
      const version = Number(db.pragma('user_version', { simple: true }))
      if (version > SCHEMA_VERSION)
        return wrong(
          'database',
          `a newer Spillway wrote it (schema ${version}; this one knows ${SCHEMA_VERSION})`,
          'Use the newer version, or another --home.',
        )
      const said = String(db.pragma('quick_check(1)', { simple: true }))
      return said === 'ok' ? fine('database', `${database} is whole`) : wrong('database', said, remedy)
    } finally {
      db.close()
    }
  } catch (error) {
    return wrong('database', `${database}: ${reasonOf(error)}`, remedy)
  }
}
