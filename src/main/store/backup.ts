import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { reasonOf, SpillwayError } from '../../shared/errors.ts'

/** The one before the last may be needed where an upgrade was tried twice. */
const KEPT = 2
const NAME = /^spillway-schema-\d+-.*\.db$/

export const backupFolder = (file: string): string => join(dirname(file), 'backups')

/**
 * Copies a database as it is, before a migration changes it. The copy is whole and on disk once this returns; older ones than
 * the last two are removed then.
 * @throws SpillwayError `storage_full`: nothing was changed, and nothing may be
 */
export function backUp(db: Database, file: string, version: number, now: Date): void {
  const folder = backupFolder(file)
  const stamp = now.toISOString().replaceAll(/[:.]/g, '-')
  const target = join(folder, `spillway-schema-${version}-${stamp}.db`)
  const part = `${target}.part`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // What an upgrade that was killed left behind.
    for (const name of readdirSync(folder)) if (name.endsWith('.part')) rmSync(join(folder, name))
    // Made here, because it must be its owner's alone; VACUUM fills a file that is empty.
    closeSync(openSync(part, 'wx', 0o600))
    db.prepare('VACUUM INTO ?').run(part)
    sync(part)
    renameSync(part, target)
  } catch (error) {
    if (existsSync(part)) rmSync(part)
    throw new SpillwayError(
      'storage_full',
      `This version keeps its database in another form, and the old one could not be copied first: ${reasonOf(error)}.`,
      `Nothing was changed. Make room for a copy in ${folder}, then start again.`,
    )
  }
  const copies = readdirSync(folder).filter((name) => NAME.test(name))
  const byTime = copies.sort((a, b) => timeIn(a).localeCompare(timeIn(b)))
  for (const old of byTime.slice(0, -KEPT)) rmSync(join(folder, old))
}

const timeIn = (name: string) => name.replace(/^spillway-schema-\d+-/, '')

/** VACUUM INTO leaves the copy to the cache of the operating system. */
function sync(path: string): void {
  const fd = openSync(path, 'r+')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
