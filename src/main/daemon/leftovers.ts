import { existsSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { LeftoverControl } from '../operations/services.ts'
import { backupFolder } from '../store/backup.ts'
import type { HomePaths } from './paths.ts'

/** Files of a home that hold, or tell of, what was stored. */
export function leftoversOf({ database, searchIndex, logs }: HomePaths): LeftoverControl {
  const backups = backupFolder(database)
  const databases = [database, searchIndex].flatMap((file) => [file, `${file}-wal`])
  return {
    size: () =>
      [...databases, ...filesIn(backups), ...filesIn(logs)].reduce((sum, file) => sum + sizeOf(file), 0),
    remove: () => {
      rmSync(backups, { recursive: true, force: true })
      // Cut rather than removed: they are open, and are written on at their end.
      for (const file of filesIn(logs)) truncateSync(file)
    },
  }
}

const filesIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
