import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findDaemon } from '../../src/main/client/discover.ts'
import { endProcess, runCli } from '../integration/cli-process.ts'
import { connectMcp } from '../integration/mcp-caller.ts'
import { keepScreenshot } from './desktop-app.ts'
import { browserMissing, launchBrowser } from '../browser.ts'
import { faultsOf, openPage, rows, startInspected } from './timeline-page.ts'
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
    // What would change something is there, and says why it cannot.
    await rows(page, 'read_text_file').first().click()
    for (const name of ['Pin', 'Delete', 'Prune…']) {
      const button = page.getByRole('button', { name, exact: true })
      await expect.poll(() => button.isDisabled()).toBe(true)
      const group = page
        .getByRole('group', { name: /kept\.spillway is only looked at/ })
        .filter({ has: button })
      expect(await group.count()).toBe(1)
    }
    expect(await page.getByRole('button', { name: 'Save as…' }).isEnabled()).toBe(true)
    expect(await page.getByRole('navigation').getByRole('button', { name: 'Gateway' }).count()).toBe(0)
    const viewer = await findDaemon(home)
    if (viewer) await endProcess(viewer.pid)
    expect(existsSync(home)).toBe(false)
    expect(faultsOf(page)).toEqual([])
    await page.context().close()
  })

  describe('turns put right and run again', () => {
    let page: Page
    let session: string

    beforeAll(async () => {
      const raw = new URL('../fixtures/upstreams/raw.mjs', import.meta.url).pathname
      const server = { command: process.execPath, args: [raw, '--list-all'] }
      await at.api.editConfig({ changes: [{ path: ['mcpServers', 'raw'], value: server }] })
      await using agent = await connectMcp(at.daemon.url, at.daemon.token)
      session = agent.sessionId
      for (const [index, tool] of ['echo', 'environment', 'echo'].entries())
        await agent.call(`raw__${tool}`, { index }, { 'claudecode/toolUseId': `toolu_${index}` })
      page = await openPage(browser, at)
      await rows(page, 'environment').first().waitFor()
      await page.keyboard.press('2')
      await page.getByRole('grid', { name: 'Sessions' }).getByText('demo-agent').waitFor()
      // The last one used comes first.
      await page.keyboard.press('ArrowDown')
      await pane().getByText('Turn 1').waitFor()
    })
    afterAll(() => page.context().close())

    const pane = () => page.getByRole('complementary', { name: 'Session' })
    const heads = () => pane().getByRole('button', { name: /^Turn \d/ })
    const choose = async (trigger: string, item: string) => {
      await pane().getByRole('button', { name: trigger, exact: true }).focus()
      await page.keyboard.press('Enter')
      const chosen = page.getByRole('menuitem', { name: item })
      await chosen.waitFor()
      while (!(await chosen.evaluate((it) => 'highlighted' in (it as HTMLElement).dataset)))
        await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    }

    test('D8: by keyboard: a turn is split at a call, and that is undone; it gets a title', async () => {
      await choose('More for step 2', 'Begin a new turn here')
      await expect.poll(() => heads().count()).toBe(2)
      await pane()
        .getByRole('button', { name: /Turn 2/ })
        .waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(() => heads().count()).toBe(1)
      await choose('More for turn 1', 'Rename…')
      await page.getByRole('textbox', { name: 'Title' }).fill('A look around')
      await page.keyboard.press('Enter')
      await pane().getByText('A look around').waitFor()
    })

    test('D8: a turn is run again: what may change something is asked about, what changed is compared', async () => {
      await choose('More for turn 1', 'Run again…')
      const dialog = page.getByRole('dialog', { name: 'Run again' })
      await dialog.getByRole('button', { name: 'Run', exact: true }).click()
      await dialog.getByText('3 skipped').waitFor()
      for (const step of [1, 2]) {
        await dialog.getByRole('button', { name: `Make step ${step} all the same` }).click()
        await page.getByRole('button', { name: 'Make this call' }).click()
        await expect
          .poll(() => dialog.getByRole('button', { name: `Make step ${step} all the same` }).count())
          .toBe(0)
      }
      await dialog.getByText('1 equal, 1 changed, 1 skipped').waitFor()
      await keepScreenshot(page, 'run-again-dark.png')
      await dialog.getByRole('button', { name: 'Compare step 2' }).click()
      const compared = page.getByRole('dialog', { name: 'Compare two calls' })
      await compared.getByText(/gone, .* new/).waitFor()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    })

    test('D8: a transcript gives its turns their prompts', async () => {
      const line = (type: string, content: unknown) =>
        JSON.stringify({ type, sessionId: 'x', timestamp: new Date().toISOString(), message: { content } })
      const use = (index: number) => [
        { type: 'tool_use', id: `toolu_${index}`, name: 'mcp__raw__any', input: {} },
      ]
      const lines = [
        line('user', 'Look around'),
        line('assistant', use(0)),
        line('assistant', use(1)),
        line('user', 'And again'),
        line('assistant', use(2)),
        'no line of a transcript',
      ]
      const file = { name: 'log.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(lines.join('\n')) }
      await page.getByLabel('Transcripts').setInputFiles(file)
      const report = page.getByRole('dialog', { name: 'Prompts from transcripts' })
      await report.getByText('3 of 3 calls found').waitFor()
      await report.getByText('1 line could not be read; line 6 is not JSON').waitFor()
      await report.getByRole('button', { name: 'Done' }).click()
      // Its bounds were set by hand when it was split and merged again, so they stay.
      const { turnList } = await at.api.getSession({ id: session })
      expect(turnList.map(({ prompt }) => prompt)).toEqual(['Look around'])
      expect(faultsOf(page)).toEqual([])
    })
  })
})
