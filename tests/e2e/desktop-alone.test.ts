import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findElectron } from '../../scripts/runtimes.ts'
import { findDaemon } from '../../src/main/client/discover.ts'
import { runtimeFault } from '../../src/main/daemon/runtime.ts'
import {
  desktopMissing,
  desktopTitle,
  keepScreenshot,
  launchDesktop,
  makeHome,
  removeHome,
} from './desktop-app.ts'
import type { DesktopApp } from './desktop-app.ts'

/** What the store will say of the Electron under test, asked of that Electron. */
function faultUnderTest(): string | null {
  const electron = findElectron()
  if ('missing' in electron) return null
  const print = ['-p', 'JSON.stringify(process.versions)']
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  return runtimeFault(
    JSON.parse(execFileSync(electron.path, print, { env, encoding: 'utf8' })) as NodeJS.ProcessVersions,
  )
}

const fault = desktopMissing === null ? faultUnderTest() : null

describe.skipIf(desktopMissing)(desktopTitle('desktop app without a running daemon'), () => {
  let home = ''
  let desktop: DesktopApp | null = null

  beforeEach(async () => {
    home = await makeHome()
  })
  afterEach(async () => {
    await desktop?.app.close()
    await removeHome(home)
  })

  if (fault === null)
    it('D2: starts one in a utility process, restarts it, and ends it when it quits', async () => {
      desktop = await launchDesktop(home)
      await expect.poll(() => findDaemon(home), { timeout: 20_000 }).not.toBeNull()
      const before = await findDaemon(home)
      await desktop.page.evaluate('spillway.restartDaemon()')
      const after = await findDaemon(home)
      expect(after?.pid).not.toBe(before?.pid)
      await desktop.app.close()
      desktop = null
      expect(await findDaemon(home)).toBeNull()
    })
  else
    it('says politely that this runtime is too old for the store, and how to go on', async () => {
      desktop = await launchDesktop(home)
      const { page } = desktop
      await page.getByText("is too old for Spillway's store").first().waitFor()
      await page.getByText('spillway serve').first().waitFor()
      await keepScreenshot(page, 'desktop-too-old.png')
    })
})
