import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findDaemon } from '../../src/main/client/discover.ts'
import { endProcess, runCli } from '../integration/cli-process.ts'
import { keepScreenshot } from './desktop-app.ts'
import { browserMissing, faultsOf, launchBrowser, openPage, rows, startInspected } from './timeline-page.ts'
import type { Inspected } from './timeline-page.ts'

describe.skipIf(browserMissing)(`sessions${browserMissing ? ` (${browserMissing})` : ''}`, () => {
  let browser: Browser
  let at: Inspected

  beforeAll(async () => {
    browser = await launchBrowser()
    at = await startInspected()
    const { code, stderr } = await runCli(at.home, 'demo', '--fast', '--home', at.home)
    if (code !== 0) throw new Error(stderr)
  }, 120_000)
  afterAll(async () => {
    await browser.close()
    await at[Symbol.asyncDispose]()
  })

  const opened = async (page: Page) => {
    await page.keyboard.press('2')
    await page.getByRole('grid', { name: 'Sessions' }).getByText('demo-agent').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('complementary', { name: 'Session' }).getByText('Turn 5').waitFor()
  }

  for (const theme of ['dark', 'light'] as const) {
    test(`N6: ${theme}: a session's figures are the API's, its turns unfold to their calls`, async () => {
      const page = await openPage(browser, at, { theme })
      await rows(page, 'read_text_file').first().waitFor()
      await opened(page)
      const { items } = await at.api.listSessions({})
      const [session] = items
      const pane = page.getByRole('complementary', { name: 'Session' })
      const figure = (name: string) => pane.locator(`[data-figure=${name}] dd`).textContent()
      expect(await figure('raw')).toBe(session?.tokens.raw.toLocaleString('en-US'))
      expect(await figure('net')).toBe(session?.tokens.net.toLocaleString('en-US'))

      await pane.getByRole('button', { name: /Turn 1/ }).click()
      await pane.getByRole('button', { name: /files › directory_tree/ }).waitFor()
      await keepScreenshot(page, `sessions-${theme}.png`)
      await page.setViewportSize({ width: 900, height: 600 })
      await keepScreenshot(page, `sessions-${theme}-narrow.png`)
      expect(faultsOf(page)).toEqual([])
      await page.context().close()
    })
  }

  test('by keyboard alone: into a session, to one of its calls in the timeline, and back', async () => {
    const page = await openPage(browser, at)
    await rows(page, 'read_text_file').first().waitFor()
    await opened(page)
    await page.keyboard.press('Enter')
    const call = page
      .getByRole('complementary', { name: 'Session' })
      .getByRole('button', { name: /1 ?files › read/ })
    for (let i = 0; i < 12 && !(await call.first().evaluate((it) => it === document.activeElement)); i++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('[data-agent-saw]').waitFor()
    await page.getByRole('button', { name: /Remove filter session:/ }).waitFor()
    await page.goBack()
    await page.getByRole('complementary', { name: 'Session' }).getByText('Turn 5').waitFor()
    await page.keyboard.press('Escape')
    expect(faultsOf(page)).toEqual([])
    await page.context().close()
  })

  test('N5: a session is exported to a file; one that is known or damaged is told from one that is not', async () => {
    const page = await openPage(browser, at)
    await rows(page, 'read_text_file').first().waitFor()
    await opened(page)
    await page.getByRole('button', { name: 'Export…' }).click()
    await page.getByRole('radio', { name: 'Recording' }).waitFor()
    await keepScreenshot(page, 'export-dark.png')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    const file = join(at.home, 'kept.spillway')
    await download.saveAs(file)
    expect(download.suggestedFilename()).toMatch(/^session-s_\w+\.spillway$/)

    await page.getByRole('button', { name: 'Import…' }).click()
    await page.getByLabel('Recording', { exact: true }).setInputFiles({
      name: 'evil<b>.spillway',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('no database'),
    })
    await page.getByRole('alert').getByText('not a Spillway recording').waitFor()
    await keepScreenshot(page, 'import-refused-dark.png')
    await page.getByLabel('Recording', { exact: true }).setInputFiles(file)
    await page.getByText('kept.spillway is here already').waitFor()

    const shown = await runCli(at.home, 'open', file, '--print', '--json')
    const { url, home } = JSON.parse(shown.stdout) as { url: string; home: string }
    await page.goto(url)
    await page.getByRole('status').getByText('Read-only: kept.spillway').waitFor()
    await rows(page, 'read_text_file').first().waitFor()
    const viewer = await findDaemon(home)
    if (viewer) await endProcess(viewer.pid)
    expect(existsSync(home)).toBe(false)
    expect(faultsOf(page)).toEqual([])
    await page.context().close()
  })
})
