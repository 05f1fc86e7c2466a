import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../scripts/build.ts'
import { sandboxArguments } from '../../scripts/runtimes.ts'
import { apiClient } from '../../src/main/client/api.ts'
import { desktopMissing, desktopTitle, launchDesktop, makeHome, removeHome } from './desktop-app.ts'
import { startTestDaemon } from './desktop-app.ts'
import type { DesktopApp, TestDaemon } from './desktop-app.ts'

describe.skipIf(desktopMissing)(desktopTitle('desktop window'), () => {
  let home = ''
  let daemon: TestDaemon
  let desktop: DesktopApp

  beforeAll(async () => {
    home = await makeHome()
    daemon = await startTestDaemon(home)
    desktop = await launchDesktop(home)
    await desktop.page.getByText(new URL(daemon.url).host).first().waitFor()
  })
  afterAll(async () => {
    await desktop.app.close()
    await daemon.stop()
    await removeHome(home)
  })

  it('gives the page no Node, no Electron and no token', async () => {
    expect(await desktop.page.evaluate('typeof require + typeof process + typeof module')).toBe(
      'undefined'.repeat(3),
    )
    const everything = await desktop.page.evaluate(
      'JSON.stringify([document.documentElement.outerHTML, {...localStorage}, {...sessionStorage}, document.cookie])',
    )
    expect(everything).not.toContain(daemon.token)
    expect(await desktop.page.evaluate('Object.keys(spillway).sort().join()')).toBe(
      'daemonState,loginItem,onDaemonState,onGoTo,platform,restartDaemon,saveAs,setLoginItem',
    )
  })

  it('reaches the daemon without being given a way to reach anything else', async () => {
    const { page } = desktop
    expect(await page.evaluate(`fetch('/api/v1/stats').then((reply) => reply.status)`)).toBe(200)
    const direct = `fetch(${JSON.stringify(`${daemon.url}/api/v1/health`)}).then(() => 'read', () => 'refused')`
    expect(await page.evaluate(direct)).toBe('refused')
    const inline = `new Promise((done) => {
      globalThis.ran = false
      const script = document.createElement('script')
      script.textContent = 'globalThis.ran = true'
      document.body.append(script)
      setTimeout(() => done(globalThis.ran), 100)
    })`
    expect(await page.evaluate(inline)).toBe(false)
  })

  it('holds more streams open at once than Chromium allows a host', async () => {
    const streams = `Promise.all(Array.from({ length: 12 }, async () => {
      const stop = new AbortController()
      const reply = await fetch('/api/v1/events/stream?after=0', { signal: stop.signal })
      setTimeout(() => stop.abort(), 500)
      return reply.status
    }))`
    expect(await desktop.page.evaluate(streams)).toEqual(Array.from({ length: 12 }, () => 200))
  })

  it('stays where it is: no navigation away, no new window, https links to the browser', async () => {
    const { app, page } = desktop
    await app.evaluate(({ shell }) => {
      shell.openExternal = async (url) => void Reflect.set(globalThis, 'openedOutside', url)
    })
    await page.evaluate(`void (location.href = 'https://example.com/')`)
    expect(await page.evaluate(`window.open('https://example.com/docs') === null`)).toBe(true)
    expect(await page.evaluate(`window.open('file:///etc/passwd') === null`)).toBe(true)
    expect(await app.evaluate(() => Reflect.get(globalThis, 'openedOutside') as string)).toBe(
      'https://example.com/docs',
    )
    expect(page.url()).toMatch(/^app:\/\/spillway\//)
    expect(app.windows()).toHaveLength(1)
  })

  it('may copy text, and nothing else of the platform', async () => {
    const { page } = desktop
    const copied = `navigator.clipboard.writeText('a').then(() => 'copied', String)`
    expect(await page.evaluate(copied)).toBe('copied')
    expect(await page.evaluate('Notification.requestPermission()')).toBe('denied')
    expect(await page.evaluate(`navigator.clipboard.readText().then(() => 'read', () => 'refused')`)).toBe(
      'refused',
    )
  })

  it("saves an entry's exact bytes where the person says", async () => {
    const content = `${'ä€😀\r\n'.repeat(40_000)}end`
    const { entry } = await apiClient(daemon).offload({ tool: 'fs.read_text_file', content })
    const path = join(home, 'saved.txt')
    await desktop.app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath })
    }, path)
    const save = `spillway.saveAs(${JSON.stringify(entry?.id)}, '../saved.txt')`
    expect(await desktop.page.evaluate(save)).toBe(path)
    expect(await readFile(path, 'utf8')).toBe(content)
  })

  it('refuses to save what is not the id of an entry', async () => {
    const save = `spillway.saveAs('../../token', 'a').then(() => 'saved', () => 'refused')`
    expect(await desktop.page.evaluate(save)).toBe('refused')
  })

  it('D9: hides into the tray when closed, and a second start brings it back', async () => {
    const { app } = desktop
    const visible = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    expect(await visible()).toBe(false)
    const program = app.process().spawnfile
    const second = spawn(program, [...sandboxArguments(), ROOT, '--home', home], { stdio: 'ignore' })
    expect(await once(second, 'exit')).toEqual([0, null])
    await expect.poll(visible).toBe(true)
  })
})
