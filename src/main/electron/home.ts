import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { homeFolder } from '../daemon/paths.ts'

/**
 * The home folder of this start (`--home DIR`), with Electron's own data inside it: windows of different homes are
 * different apps, and the single-instance lock, which lies in that data, is one per home.
 */
export function chooseHome(option: string | undefined): string {
  const home = homeFolder(option)
  const data = join(home, 'desktop')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  mkdirSync(data, { recursive: true, mode: 0o700 })
  app.setPath('userData', data)
  return home
}
