import { fileURLToPath } from 'node:url'
import { programEntry } from '../threads/entry.ts'

/** The file that `spillway` runs. */
export function cliProgram(): string {
  return fileURLToPath(programEntry(import.meta.url, '../cli.ts', 'cli.js'))
}
