import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Something that a start or a test needs from the machine: where it is, or why it cannot be used. */
export type Found = { readonly path: string } | { readonly missing: string }

const ELECTRON_BINARY: Readonly<Record<string, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
}

/** The folder of the `electron` package, which holds its downloaded binary. */
export function electronPackage(): string {
  return dirname(createRequire(import.meta.url).resolve('electron/package.json'))
}

/** Electron's binary as it lies on the disk, in `ELECTRON_OVERRIDE_DIST_PATH` where that is set. Downloads nothing. */
export function findElectron(): Found {
  const dist = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(electronPackage(), 'dist')
  const path = join(dist, ELECTRON_BINARY[process.platform] ?? 'electron')
  return existsSync(path) ? { path } : { missing: `Electron's binary is not at ${path}` }
}

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** Debian's Chromium without windows: the same engine, which opens a page in a third of the processor time. */
const HEADLESS = '/usr/lib/chromium/chromium-headless-shell'

/** A Chromium that people use: `SPILLWAY_CHROMIUM`, else the system's. */
export const findChromium = (): Found => firstOf(BROWSERS)

/** A Chromium to test the page in: the same, but rather one without windows. */
export const findHeadlessChromium = (): Found => firstOf([HEADLESS, ...BROWSERS])

function firstOf(usual: readonly string[]): Found {
  const named = process.env['SPILLWAY_CHROMIUM']
  const places = named ? [named] : usual
  const path = places.find((place) => existsSync(place))
  return path ? { path } : { missing: `no Chromium at ${places.join(', ')} (set SPILLWAY_CHROMIUM)` }
}

/** Chromium's sandbox does not run as root, so only then is it left off. */
export function sandboxArguments(): string[] {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []
}
