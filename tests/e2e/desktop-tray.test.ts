import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ElectronApplication } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiClient } from '../../src/main/client/api.ts'
import type { ApiClient } from '../../src/main/client/api.ts'
import { homePaths } from '../../src/main/daemon/paths.ts'
import { connectMcp, postMcp } from '../integration/mcp-caller.ts'
import { desktopMissing, desktopTitle, launchDesktop, makeHome, removeHome } from './desktop-app.ts'
import { startTestDaemon } from './desktop-app.ts'
import type { DesktopApp, TestDaemon } from './desktop-app.ts'

const LOG = Array.from({ length: 4_000 }, (_, line) => `02:11:${line} INFO batch ${line} committed`).join(
  '\n',
)

/** What Electron keeps to itself: the menu that the tray has, and the notifications that were shown. */
interface Seen {
  trayMenu?: Electron.Menu
  notifications: Electron.Notification[]
}

describe.skipIf(desktopMissing)(desktopTitle('D9: the tray'), () => {
  let home = ''
  let daemon: TestDaemon
  let api: ApiClient
  let desktop: DesktopApp

  beforeAll(async () => {
    home = await makeHome()
    const broken = { command: process.execPath, args: ['-e', 'process.exit(3)'] }
    await writeFile(homePaths(home).config, JSON.stringify({ server: { port: 0 }, mcpServers: { broken } }))
    daemon = await startTestDaemon(home)
    api = apiClient(daemon)
    desktop = await launchDesktop(home, { env: { XDG_CONFIG_HOME: join(home, 'xdg') } })
    await spyOnPlatform(desktop.app)
    await desktop.page.getByText(new URL(daemon.url).host).first().waitFor()
  })
  afterAll(async () => {
    await desktop.app.close()
    await daemon.stop()
    await removeHome(home)
  })

  const labels = () =>
    desktop.app.evaluate(() =>
      (Reflect.get(globalThis, 'seen') as Seen).trayMenu?.items.map(({ label }) => label),
    )
  const choose = (label: string) =>
    desktop.app.evaluate((_, wanted) => {
      const { trayMenu } = Reflect.get(globalThis, 'seen') as Seen
      const item = trayMenu?.items.find((one) => one.label === wanted)
      if (!item?.enabled) throw new Error(`${wanted} cannot be chosen`)
      item.click()
    }, label)
  const notified = () =>
    desktop.app.evaluate(() =>
      (Reflect.get(globalThis, 'seen') as Seen).notifications.map(({ title, body }) => ({ title, body })),
    )

  it('tells what was saved today and how full the cache is, as soon as that changes', async () => {
    await api.offload({ tool: 'fs.read_text_file', content: LOG })
    await expect
      .poll(labels, { timeout: 20_000 })
      .toContainEqual(expect.stringMatching(/^Cache: \d.* of 1\.0 GB$/))
    const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
    // The figure moves once more when the tokens have been counted exactly.
    const said = async () => {
      const { tokens } = await api.stats({})
      return (await labels())?.includes(`Tokens saved today: ${compact.format(tokens.net)}`)
    }
    await expect.poll(said, { timeout: 20_000 }).toBe(true)
  })

  it('pauses capture and resumes it', async () => {
    await choose('Pause Capture')
    await expect.poll(labels, { timeout: 20_000 }).toContain('Resume Capture')
    expect(await api.getCapture({})).toMatchObject({ paused: true })
    await choose('Resume Capture')
    await expect.poll(labels, { timeout: 20_000 }).toContain('Pause Capture')
    expect(await api.getCapture({})).toMatchObject({ paused: false })
  })

  it('prunes what is past its life and says how much that was', async () => {
    const { entry } = await api.offload({ tool: 'short', content: LOG.toUpperCase(), ttlSeconds: 1 })
    const { entry: kept } = await api.offload({ tool: 'long', content: `${LOG}.` })
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await choose('Prune Expired')
    await expect.poll(notified).toContainEqual({
      title: 'Pruned',
      body: expect.stringMatching(/^1 entry removed, .* freed\.$/) as string,
    })
    await expect(api.readEntry({ id: entry?.id ?? '' })).rejects.toMatchObject({ code: 'expired' })
    expect((await api.readEntry({ id: kept?.id ?? '' })).text).not.toBe('')
  })

  it('a server that fails is notified once, and a click shows it in the window', async () => {
    const failures = async () => (await notified()).filter(({ title }) => title === 'broken is down')
    await using agent = await connectMcp(daemon.url, daemon.token)
    const list = () => postMcp(daemon.url, daemon.token, agent.sessionId, 'tools/list', {})
    await list()
    await expect.poll(failures, { timeout: 20_000 }).toHaveLength(1)
    await expect.poll(labels, { timeout: 20_000 }).toContain('Down: broken')
    await list()
    await desktop.app.evaluate(() => {
      const { notifications } = Reflect.get(globalThis, 'seen') as Seen
      notifications.find(({ title }) => title === 'broken is down')?.emit('click')
    })
    await expect.poll(() => desktop.page.url()).toContain('view=gateway')
    expect(await failures()).toHaveLength(1)
  })

  it('the window that is closed stays in the tray, which is said once; Open brings it back', async () => {
    const visible = () =>
      desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
    const close = () => desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    for (let time = 0; time < 2; time += 1) {
      await close()
      await expect.poll(visible).toBe(false)
      await choose('Open Spillway')
      await expect.poll(visible).toBe(true)
    }
    expect((await notified()).filter(({ title }) => title === 'Spillway goes on in the tray')).toHaveLength(1)
    expect(await apiClient(daemon).health({})).toMatchObject({ status: 'ok' })
  })

  it.skipIf(process.platform !== 'linux')(
    'starts at login once that is switched on in the settings',
    async () => {
      const { page } = desktop
      await desktop.app.evaluate(({ Menu }) =>
        Menu.getApplicationMenu()
          ?.items[0]?.submenu?.items.find(({ label }) => label === 'Settings…')
          ?.click(),
      )
      const box = page.getByRole('checkbox', { name: 'Start at login' })
      await box.click()
      await expect.poll(() => box.isChecked()).toBe(true)
      const file = join(home, 'xdg', 'autostart', 'spillway.desktop')
      expect(await readFile(file, 'utf8')).toMatch(/^Exec=.* --hidden --home .*$/m)
      await box.click()
      await expect.poll(() => readFile(file, 'utf8').catch(() => 'gone')).toBe('gone')
    },
  )

  it('the window comes back as it was left; started at login, it is in the tray without a window to be seen', async () => {
    const other = await makeHome()
    const first = await launchDesktop(other)
    await first.page.waitForLoadState()
    const left = { x: 40, y: 30, width: 1011, height: 707 }
    await first.app.evaluate(
      ({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds),
      left,
    )
    await first.app.close()

    const { app, page } = await launchDesktop(other, { args: ['--hidden'] })
    await page.waitForLoadState()
    const window = await app.evaluate(({ BrowserWindow }) => {
      const [only] = BrowserWindow.getAllWindows()
      return { bounds: only?.getNormalBounds(), visible: only?.isVisible() }
    })
    expect(window).toEqual({ bounds: left, visible: false })
    await app.close()
    await removeHome(other)
  })
})

/** Electron tells nobody what menu a tray has, and the machine under test has nowhere to show notifications. */
function spyOnPlatform(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ Notification, Tray }) => {
    const seen: Seen = { notifications: [] }
    Reflect.set(globalThis, 'seen', seen)
    const original = Object.getOwnPropertyDescriptor(Tray.prototype, 'setContextMenu')?.value as (
      this: Electron.Tray,
      menu: Electron.Menu | null,
    ) => void
    Tray.prototype.setContextMenu = function (menu) {
      if (menu) seen.trayMenu = menu
      original.call(this, menu)
    }
    Notification.isSupported = () => true
    Notification.prototype.show = function () {
      seen.notifications.push(this)
    }
  })
}
