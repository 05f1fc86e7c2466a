import type { Config } from '../../shared/config.ts'
import { matchesGlob } from '../../shared/glob.ts'
import { namesForGlobs } from './rule.ts'

/** Whether results of a tool go to the agent as they came, and leave no trace: a person paused all capture, or left it out. */
export function isLeftOut(
  { paused, exclude }: Config['capture'],
  server: string | null,
  tool: string,
): boolean {
  return paused || namesForGlobs(server, tool).some((name) => exclude.some((glob) => matchesGlob(glob, name)))
}
