import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { SpillwayError } from '../../shared/errors.ts'
import { cliProgram } from '../client/program.ts'
import type { WrapOrder } from '../daemon/wrapped.ts'

const SERVER_PACKAGE = '@modelcontextprotocol/server-filesystem'

/** The checkout that this program is of: what the demo looks at. */
export const demoFolder = (): string => join(dirname(cliProgram()), '..', '..')

/**
 * The file server, let into `folder` and its packages only.
 * @throws SpillwayError `unavailable` where it is not installed
 */
export function demoServer(folder: string): WrapOrder {
  const program = filesystemServer(folder)
  if (program === null)
    throw new SpillwayError(
      'unavailable',
      `The demo needs ${SERVER_PACKAGE}.`,
      'Run it in a checkout after npm ci.',
    )
  // Packages may be linked in from elsewhere, and the file server follows no link out of its folders.
  const folders = [folder, realpathSync(join(folder, 'node_modules'))]
  return {
    name: 'files',
    server: {
      command: process.execPath,
      args: [program, ...folders],
      // Inside the desktop app the program is the app, which is Node only when it is told so.
      env: { ELECTRON_RUN_AS_NODE: '1' },
    },
  }
}

/** The program of the file server as installed in `folder`. */
function filesystemServer(folder: string): string | null {
  try {
    const manifest = createRequire(join(folder, 'package.json')).resolve(`${SERVER_PACKAGE}/package.json`)
    const program = join(dirname(manifest), 'dist', 'index.js')
    return existsSync(program) ? program : null
  } catch {
    // Not installed.
    return null
  }
}
