import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { APP_NAME } from '../../shared/names.ts'

/** Where the platform keeps an application's data. */
function dataFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local')
  return env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share')
}

/** The home folder: `--home`, else `SPILLWAY_HOME`, else `spillway` in the platform's data folder. */
export function homeFolder(option?: string): string {
  const chosen = option ?? process.env['SPILLWAY_HOME']
  return chosen ? resolve(chosen) : join(dataFolder(process.platform, process.env), APP_NAME)
}

export interface HomePaths {
  readonly home: string
  readonly database: string
  /** The full-text index; it can be removed and is then made anew. */
  readonly searchIndex: string
  readonly config: string
  /** `{pid, url, startedAt, version}` of the daemon that owns this home. */
  readonly discovery: string
  /** The admin token, mode 0600. */
  readonly token: string
  readonly logs: string
  /** What servers gave for a login, one file each, mode 0600. */
  readonly logins: string
  /** Files that are on their way in or out; what a daemon that was killed left there is removed by the next. */
  readonly transfers: string
  /** Held for as long as a daemon lives. */
  readonly lock: string
}

export function homePaths(home: string): HomePaths {
  return {
    home,
    database: join(home, 'spillway.db'),
    searchIndex: join(home, 'search.db'),
    config: join(home, 'config.json'),
    discovery: join(home, 'daemon.json'),
    token: join(home, 'token'),
    logs: join(home, 'logs'),
    logins: join(home, 'logins'),
    transfers: join(home, 'transfers'),
    lock: join(home, 'daemon.lock'),
  }
}
