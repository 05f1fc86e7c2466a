import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiClient } from '../../src/main/client/api.ts'
import { desktopMissing, desktopTitle, keepScreenshot, launchDesktop } from './desktop-app.ts'
import { makeHome, removeHome, startTestDaemon } from './desktop-app.ts'
import type { DesktopApp, TestDaemon } from './desktop-app.ts'

const LOG = Array.from({ length: 4_000 }, (_, line) => `02:11:${line} INFO batch ${line} committed`).join(
  '\n',
)

describe.skipIf(desktopMissing)(desktopTitle('desktop app'), () => {
  let home = ''
  let daemon: TestDaemon
  let desktop: DesktopApp | null = null

  beforeEach(async () => {
    home = await makeHome()
    daemon = await startTestDaemon(home)
  })
  afterEach(async () => {
    await desktop?.app.close()
    desktop = null
    await daemon.stop()
    await removeHome(home)
  })

  it('D1, D3: attaches to the daemon that runs and shows an offload as a row', async () => {
    await apiClient(daemon).offload({ tool: 'fs.read_text_file', content: LOG })
    desktop = await launchDesktop(home)
    const { page } = desktop
    await page.getByText('read_text_file').first().waitFor()
    await page.getByText(new URL(daemon.url).host).first().waitFor()
    await keepScreenshot(page, 'desktop.png')
  })

  it('shows an offload that arrives while the window is open', async () => {
    desktop = await launchDesktop(home)
    await desktop.page.getByText(new URL(daemon.url).host).first().waitFor()
    await apiClient(daemon).offload({ tool: 'shell.run_tests', content: LOG })
    await desktop.page.getByText('run_tests').first().waitFor()
  })

  it('outlives its daemon: says that it is down, offers a restart, and takes up the next one', async () => {
    await apiClient(daemon).offload({ tool: 'fs.read_text_file', content: LOG })
    desktop = await launchDesktop(home)
    const { page } = desktop
    await page.getByText('read_text_file').first().waitFor()

    process.kill(daemon.pid, 'SIGKILL')
    await page.getByText('It does not answer any more.').first().waitFor()
    await page
      .getByRole('button', { name: /restart/i })
      .first()
      .waitFor()
    expect(await page.getByText('read_text_file').first().isVisible()).toBe(true)
    await keepScreenshot(page, 'desktop-down.png')

    daemon = await startTestDaemon(home)
    await page.getByText(new URL(daemon.url).host).first().waitFor()
  })

  it('leaves a daemon that it only attached to running when it quits', async () => {
    const { app, page } = await launchDesktop(home)
    await page.getByText(new URL(daemon.url).host).first().waitFor()
    await app.close()
    expect(await apiClient(daemon).health({})).toMatchObject({ status: 'ok' })
  })
})
