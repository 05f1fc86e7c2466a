import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron } from 'playwright-core'
import type { ElectronApplication, Page } from 'playwright-core'
import { ROOT } from '../../scripts/build.ts'
import { launchNode } from '../../scripts/node-daemon.ts'
import { findElectron, sandboxArguments } from '../../scripts/runtimes.ts'
import { hasDisplay } from '../../src/main/cli/browser.ts'
import { findDaemon } from '../../src/main/client/discover.ts'
import type { DaemonAddress } from '../../src/main/client/discover.ts'
import { awaitReady } from '../../src/main/electron/daemon/child.ts'

export const CLI = join(ROOT, 'out', 'main', 'cli.js')

const electron = findElectron()

/** Why no desktop test can run on this machine; null where they can. */
export const desktopMissing =
  'missing' in electron ? electron.missing : hasDisplay() ? null : 'there is no display (try xvfb-run)'

/** The title of a group of desktop tests: where they are skipped it says why. */
export function desktopTitle(title: string): string {
  return desktopMissing === null ? title : `${title} (${desktopMissing})`
}

export interface TestDaemon extends DaemonAddress {
  /** Ends it in order, if it still runs. */
  stop(): Promise<void>
}

/** A daemon of `home` under this Node, from the build. */
export async function startTestDaemon(home: string): Promise<TestDaemon> {
  const child = launchNode(CLI, ['serve', '--home', home, '--port', '0', '--json'])
  const refused = await awaitReady(child, 20_000)
  if (refused) throw refused
  const found = await findDaemon(home)
  if (found === null) throw new Error('The daemon is ready but cannot be found.')
  const stop = async () => {
    if (child.pid !== undefined) process.kill(child.pid)
    await child.exited
  }
  return { ...found, stop }
}

export interface DesktopApp {
  readonly app: ElectronApplication
  readonly page: Page
}

export async function launchDesktop(
  home: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> } = {},
): Promise<DesktopApp> {
  if ('missing' in electron) throw new Error(electron.missing)
  const app = await _electron.launch({
    executablePath: electron.path,
    args: [...sandboxArguments(), ROOT, '--home', home, ...args],
    env: { ...(process.env as Record<string, string>), ...env },
  })
  return { app, page: await app.firstWindow() }
}

export function makeHome(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'spillway-desktop-'))
}

export async function removeHome(home: string): Promise<void> {
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
}

/** Keeps a picture for the docs where `SPILLWAY_SCREENSHOTS` names a folder; a plain test run changes no file. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['SPILLWAY_SCREENSHOTS']
  if (folder) await page.screenshot({ path: join(folder, name) })
}
