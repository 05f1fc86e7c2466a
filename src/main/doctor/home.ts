import { access, constants, stat } from 'node:fs/promises'
import { ConfigFile } from '../daemon/config-file.ts'
import type { HomePaths } from '../daemon/paths.ts'
import { fine, wrong } from './finding.ts'
import type { Finding } from './finding.ts'

/** The home folder and what in it is for its owner's eyes alone. */
export async function checkHome(paths: HomePaths): Promise<Finding[]> {
  const { home } = paths
  const found = await modeOf(home)
  if (found === null) return [fine('home', `${home} is not there yet; the first start makes it`)]
  const writable = await access(home, constants.W_OK | constants.R_OK).then(
    () => true,
    () => false,
  )
  if (!writable)
    return [wrong('home', `${home} cannot be written to`, 'Make it yours, or choose another --home.')]
  const open = [
    ...(await openToOthers(home, '700')),
    ...(await openToOthers(paths.token, '600')),
    ...(await openToOthers(paths.database, '600')),
  ]
  return open.length > 0 ? open : [fine('home', `${home}, readable by you alone`)]
}

async function openToOthers(path: string, wanted: string): Promise<Finding[]> {
  const mode = await modeOf(path)
  // Windows has no such modes; its data folder is the user's own.
  if (mode === null || process.platform === 'win32' || (mode & 0o077) === 0) return []
  return [wrong('home', `${path} can be read by others`, `chmod ${wanted} '${path}'`)]
}

async function modeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mode & 0o777
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** `config.json`, read as the daemon reads it. */
export function checkConfig(paths: HomePaths): { finding: Finding; file: ConfigFile } {
  const file = new ConfigFile(paths.config, () => {})
  const finding =
    file.fault === null
      ? fine('config', paths.config)
      : wrong(
          'config',
          file.fault,
          `Mend ${paths.config}; until then the last good one, or none, is in force.`,
        )
  return { finding, file }
}
