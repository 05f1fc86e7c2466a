import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where a person's programs keep their settings on this machine. */
export interface Place {
  readonly platform: NodeJS.Platform
  readonly home: string
  /** `~/.config`, or what stands for it. */
  readonly config: string
  /** Where desktop applications keep their settings. */
  readonly applications: string
}

export function thisPlace(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): Place {
  const home = homedir()
  const config = env['XDG_CONFIG_HOME'] || join(home, '.config')
  if (platform === 'darwin')
    return { platform, home, config, applications: join(home, 'Library', 'Application Support') }
  if (platform === 'win32') {
    const applications = env['APPDATA'] ?? join(home, 'AppData', 'Roaming')
    return { platform, home, config, applications }
  }
  return { platform, home, config, applications: config }
}
