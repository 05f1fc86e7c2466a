import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { SpillwayError } from '../../shared/errors.ts'
import type { ApiClient } from '../client/api.ts'

/** The demo's name for the file server: its tools are `files__…`. */
export const DEMO_SERVER = 'files'

const SERVER_PACKAGE = '@modelcontextprotocol/server-filesystem'

/**
 * Puts the file server, let into `folder` and its packages only, behind the gateway of the demo's home. Throws `conflict` where that
 * home has servers of its own: it is somebody's, and the demo leaves it as it is.
 */
export async function configureDemo(api: ApiClient, folder: string): Promise<void> {
  const { config, path } = await api.getConfig({})
  const servers = Object.keys(config['mcpServers'] ?? {})
  if (servers.some((name) => name !== DEMO_SERVER))
    throw new SpillwayError('conflict', `${path} has servers of its own.`, 'Give the demo another --home.')
  // Packages may be linked in from elsewhere, and the file server follows no link out of its folders.
  const folders = [folder, realpathSync(join(folder, 'node_modules'))]
  const server = { command: process.execPath, args: [filesystemServer(folder), ...folders] }
  await api.putConfig({ config: { ...config, mcpServers: { [DEMO_SERVER]: server } } })
}

/** The program of the file server as installed in `folder`. */
function filesystemServer(folder: string): string {
  try {
    const manifest = createRequire(join(folder, 'package.json')).resolve(`${SERVER_PACKAGE}/package.json`)
    const program = join(dirname(manifest), 'dist', 'index.js')
    if (existsSync(program)) return program
  } catch {
    // Not there, which is said below.
  }
  throw new SpillwayError(
    'unavailable',
    `The demo needs ${SERVER_PACKAGE}.`,
    'Run it in a checkout after npm ci.',
  )
}
