import { fileURLToPath } from 'node:url'

/** The file that `spillway` runs: beside this one in a build (which is flat), one folder up in the sources. */
export function cliProgram(): string {
  const built = import.meta.url.endsWith('.js')
  return fileURLToPath(new URL(built ? './cli.js' : '../cli.ts', import.meta.url))
}
