import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasDisplay } from '../../src/main/cli/browser.ts'
import { electronPackage, findElectron } from '../runtimes.ts'
import type { Found } from '../runtimes.ts'

const PROBE_MS = 10_000
const DOWNLOAD_MS = 300_000
const RELEASES = 'https://github.com/electron/electron/releases/download/'

/**
 * An Electron that can show a window. Its package brings no binary but downloads one at first use, from a host that
 * not every machine reaches: that is found out within ten seconds, not at the end of a long wait.
 */
export async function obtainElectron(): Promise<Found> {
  if (!hasDisplay()) return { missing: 'there is no display' }
  const found = findElectron()
  if ('path' in found || process.env['ELECTRON_OVERRIDE_DIST_PATH']) return found
  const url = binaryUrl()
  if (!(await isReachable(url)))
    return { missing: `Electron's binary is not installed and ${url.host} cannot be reached` }
  console.log('Downloading Electron, this once…')
  await download()
  return findElectron()
}

/** The file that the package's installer will ask for. */
function binaryUrl(): URL {
  const { version } = JSON.parse(readFileSync(join(electronPackage(), 'package.json'), 'utf8')) as {
    version: string
  }
  const mirror = process.env['ELECTRON_MIRROR'] ?? process.env['npm_config_electron_mirror'] ?? RELEASES
  return new URL(`${mirror}v${version}/electron-v${version}-${process.platform}-${process.arch}.zip`)
}

async function isReachable(url: URL): Promise<boolean> {
  try {
    const reply = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_MS) })
    return reply.status < 500
  } catch {
    // No name, no route, no answer in time: all the same to whoever wants the file.
    return false
  }
}

async function download(): Promise<void> {
  const installer = spawn(process.execPath, [join(electronPackage(), 'install.js')], {
    stdio: 'ignore',
    timeout: DOWNLOAD_MS,
  })
  await once(installer, 'exit')
}
