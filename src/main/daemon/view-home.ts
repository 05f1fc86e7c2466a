import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { SpillwayError } from '../../shared/errors.ts'

const PREFIX = 'spillway-view-'

/** A home for one recording that is open read-only. It is removed with the daemon in it. */
export const createViewHome = (): string => mkdtempSync(join(tmpdir(), PREFIX))

/** Nobody's own home may be shown as if it were a file, least of all be removed afterwards. @throws SpillwayError `invalid_input` */
export function assertViewHome(home: string): void {
  const isOurs = basename(home).startsWith(PREFIX) && realpathSync(dirname(home)) === realpathSync(tmpdir())
  if (!isOurs)
    throw new SpillwayError(
      'invalid_input',
      'A recording is viewed in a home of its own.',
      'Leave out --home.',
    )
}

/** What Electron still holds open there is removed by itself, with the app. */
export function removeViewHome(home: string): void {
  assertViewHome(home)
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
}
