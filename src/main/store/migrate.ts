import type { Database } from 'better-sqlite3'
import { SpillwayError } from '../../shared/errors.ts'
import { initial } from './migrations/0001-initial.ts'
import { life } from './migrations/0002-life.ts'
import { usage } from './migrations/0003-usage.ts'
import { replay } from './migrations/0004-replay.ts'
import { turns } from './migrations/0005-turns.ts'
import { toolsAndRules } from './migrations/0006-tools-and-rules.ts'
import { cancelledCalls } from './migrations/0007-cancelled-calls.ts'

/** In order and for ever: a released step is never edited, only followed by another. */
const STEPS: readonly string[] = [initial, life, usage, replay, turns, toolsAndRules, cancelledCalls]

export const SCHEMA_VERSION = STEPS.length

/**
 * Brings a database to this version's schema, one transaction per step, with `user_version` as the count of steps done.
 * It ends with version `upTo` where an earlier one is wanted. `beforeChange` is called before anything is changed in a database that
 * holds something; what it throws leaves it as it is.
 * @throws SpillwayError `unsupported` where the file was written by a newer Spillway: nothing is changed then; `storage_full`
 */
export function migrate(
  db: Database,
  beforeChange: (version: number) => void = () => undefined,
  upTo = SCHEMA_VERSION,
): void {
  const version = Number(db.pragma('user_version', { simple: true }))
  if (version > SCHEMA_VERSION)
    throw new SpillwayError(
      'unsupported',
      `This home was written by a newer Spillway (schema ${version}; this one knows ${SCHEMA_VERSION}).`,
      'Start the newer version again, or choose another folder with --home.',
    )
  if (version > 0 && version < SCHEMA_VERSION) beforeChange(version)
  STEPS.slice(version, upTo).forEach((sql, index) => {
    const step = db.transaction(() => {
      db.exec(sql)
      db.pragma(`user_version = ${version + index + 1}`)
    })
    passFull(step)
  })
}

/** A step that finds no room is undone as a whole, and the next start takes it up again. */
function passFull(step: () => void): void {
  try {
    step()
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'SQLITE_FULL') throw error
    throw new SpillwayError(
      'storage_full',
      'The disk is too full to bring the database to the form of this version.',
      'Nothing is lost. Make some room, then start again.',
    )
  }
}
