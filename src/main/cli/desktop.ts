import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { SpillwayError } from '../../shared/errors.ts'
import { cliProgram } from '../client/program.ts'
import { hasDisplay } from './browser.ts'

export interface Desktop {
  readonly binary: string
  /** The folder whose package.json names the Electron entry. */
  readonly app: string
}

const BINARY = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
} as const

/** The desktop app, where it is built and its runtime is here already; null otherwise. Nothing is downloaded. */
export function findDesktop(): Desktop | null {
  if (!hasDisplay()) return null
  const main = dirname(cliProgram())
  const runtime = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? electronPackage(main)
  if (runtime === null) return null
  const binary = join(
    runtime,
    process.platform in BINARY ? BINARY[process.platform as keyof typeof BINARY] : 'electron',
  )
  return existsSync(binary) && existsSync(join(main, 'index.js'))
    ? { binary, app: join(main, '..', '..') }
    : null
}

function electronPackage(from: string): string | null {
  try {
    return join(dirname(createRequire(join(from, 'x')).resolve('electron/package.json')), 'dist')
  } catch {
    // An installed package has no Electron beside it: it is the checkout's.
    return null
  }
}

/** Starts the app on its own, with a home, whose daemon it finds or starts, or with a recording that it shows. */
export async function openDesktop(
  desktop: Desktop,
  what: { home: string } | { view: string },
): Promise<void> {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
  // Chromium refuses to run as root with its sandbox.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const args = [...sandbox, desktop.app, ...('view' in what ? ['--view', what.view] : ['--home', what.home])]
  const child = spawn(desktop.binary, args, { detached: true, stdio: 'ignore', env })
  child.unref()
  const failure = once(child, 'error').then(([error]) => (error as Error).message)
  const message = await Promise.race([failure, once(child, 'spawn').then(() => null)])
  if (message !== null)
    throw new SpillwayError(
      'unavailable',
      `Electron does not start: ${message}.`,
      'Try spillway open --no-electron.',
    )
}
