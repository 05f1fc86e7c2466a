import type { Database } from 'better-sqlite3'
import { SpillwayError } from '../../shared/errors.ts'
import { initial } from './migrations/0001-initial.ts'
import { life } from './migrations/0002-life.ts'

/** In order and for ever: a released step is never edited, only followed by another. */
const STEPS: readonly string[] = [initial, life]

export const SCHEMA_VERSION = STEPS.length

/**
 * Brings a database to this version's schema, one transaction per step, with `user_version` as the count of steps done.
 * @throws SpillwayError `unsupported` where the file was written by a newer Spillway: nothing is changed then.
 */
export function migrate(db: Database): void {
  const version = Number(db.pragma('user_version', { simple: true }))
  if (version > SCHEMA_VERSION)
    throw new SpillwayError(
      'unsupported',
      `This home was written by a newer Spillway (schema ${version}; this one knows ${SCHEMA_VERSION}).`,
      'Start the newer version again, or choose another folder with --home.',
    )
  STEPS.slice(version).forEach((sql, index) => {
    db.transaction(() => {
      db.exec(sql)
      db.pragma(`user_version = ${version + index + 1}`)
    })()
  })
}
