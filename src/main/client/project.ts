import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The project that a folder belongs to: the nearest folder upward with a `.git` in it, else the folder itself. */
export function projectFolder(folder: string): string {
  const start = resolve(folder)
  for (let at = start; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (at === dirname(at)) return start
  }
}
