import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCli } from '../integration/cli-process.ts'
import { keepScreenshot } from './desktop-app.ts'
import { browserMissing, launchBrowser } from '../browser.ts'
import { faultsOf, openPage, rows, startInspected } from './timeline-page.ts'
import type { Inspected } from './timeline-page.ts'

const count = (value: number) => value.toLocaleString('en-US').replace('-', '−')

describe.skipIf(browserMissing)(`stats${browserMissing ? ` (${browserMissing})` : ''}`, () => {
  let browser: Browser
  let at: Inspected

  beforeAll(async () => {
    browser = await launchBrowser()
    at = await startInspected()
    const { code, stderr } = await runCli(at.home, 'demo', '--fast', '--home', at.home)
    if (code !== 0) throw new Error(stderr)
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    await at[Symbol.asyncDispose]()
  })

  const opened = async (page: Page) => {
    await rows(page, 'read_text_file').first().waitFor()
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('button', { name: 'Stats' })
      .press('Enter')
    await page.locator('[data-panel=tokens] canvas').waitFor()
  }

  for (const theme of ['dark', 'light'] as const) {
    test(`N6: ${theme}: what the view says is what the API says, as figures, charts, table and CSV`, async () => {
      const page = await openPage(browser, at, { theme })
      await opened(page)
      await page.getByRole('button', { name: '1 h', exact: true }).click()
      const { totals, byTool } = await at.api.statsSeries({ seconds: 3_600, buckets: 60 })
      const all = await at.api.stats({})
      expect(totals).toMatchObject({ calls: all.calls, tokens: all.tokens, dedupHits: all.dedupHits })

      const figures = page.getByRole('region', { name: 'Figures of the range' })
      await figures.getByText(count(totals.tokens.net), { exact: true }).waitFor()
      const raw = `${count(totals.tokens.raw)} raw`
      await page.getByRole('img', { name: new RegExp(`^Tokens.*: ${raw}$`) }).waitFor()
      expect(await page.locator('[data-panel] canvas').count()).toBe(6)
      const tools = await page.getByRole('table', { name: 'By tool' }).locator('tbody tr').allTextContents()
      expect(tools).toHaveLength(byTool.length)
      byTool.forEach(({ tool, calls }, index) => expect(tools[index]).toContain(`${tool}${count(calls)}`))
      await keepScreenshot(page, `stats-${theme}.png`)

      await page.getByRole('button', { name: 'CSV' }).click()
      const waiting = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: 'By tool' }).click()
      const file = await waiting
      expect(file.suggestedFilename()).toBe('spillway-tool-1h.csv')
      const [head, ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
      expect(head).toMatch(/^tool,tokens_raw,tokens_delivered,tokens_reread,tokens_net,calls,/)
      expect(lines.map((line) => line.split(',').slice(0, 6))).toEqual(
        byTool.map(({ tool, tokens: { raw: given, delivered, reread, net }, calls }) =>
          [tool, given, delivered, reread, net, calls].map(String),
        ),
      )

      await page.setViewportSize({ width: 900, height: 600 })
      await keepScreenshot(page, `stats-${theme}-narrow.png`)
      expect(faultsOf(page)).toEqual([])
      await page.context().close()
    })
  }

  test('by keyboard alone: through time, to one tool, to the table, and the address keeps it', async () => {
    const page = await openPage(browser, at)
    await opened(page)
    const charts = page.getByRole('application', { name: /^Charts/ })
    const tab = async (there: () => Promise<boolean>) => {
      for (let i = 0; i < 40 && !(await there()); i++) await page.keyboard.press('Tab')
      expect(await there()).toBe(true)
    }
    const focused = (selector: string) => () =>
      page.evaluate((css) => document.activeElement?.matches(css) === true, selector)
    await tab(focused('[role=application]'))
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowRight')
    await charts
      .locator('output')
      .getByText(/\d+ calls?, .* kept out/)
      .waitFor({ state: 'attached' })

    await tab(focused('table button'))
    await page.keyboard.press('Enter')
    const one = page.getByRole('button', { name: 'All tools, not only files.read_text_file' })
    await one.waitFor()
    const { totals } = await at.api.statsSeries({ buckets: 96, tool: 'files.read_text_file' })
    await page
      .getByRole('region', { name: 'Figures of the range' })
      .getByText(count(totals.tokens.net), { exact: true })
      .waitFor()

    await page.getByRole('button', { name: 'Table' }).press('Enter')
    const table = page.getByRole('grid', { name: 'Figures over time' })
    await table.focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => table.getAttribute('aria-activedescendant')).toMatch(/^row-\d{4}-/)
    // The address follows a moment later.
    await page.waitForURL(/view=stats.*open=24h\+table\+files/)
    await page.reload()
    await page.getByRole('grid', { name: 'Figures over time' }).waitFor()
    await one.waitFor()
    expect(faultsOf(page)).toEqual([])
    await page.context().close()
  })

  test('N8: another policy is tried, compared with what was, and applied', async () => {
    const page = await openPage(browser, at)
    await opened(page)
    await page.getByRole('button', { name: 'All', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'What if' }).press('Enter')
    const simulator = page.locator('[data-simulator]')
    const row = (name: string) => simulator.locator(`[data-row="${name}"] td`).allTextContents()
    await simulator.locator('canvas').waitFor()
    const { recorded } = await at.api.simulate({})
    await expect.poll(() => row('Simulated')).toEqual(await row('As recorded'))
    expect((await row('As recorded'))[0]).toBe(count(recorded.offloaded))
    for (const theme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await keepScreenshot(page, `simulator-${theme}.png`)
    }

    const threshold = page.getByRole('textbox', { name: 'Threshold' })
    await threshold.fill('1000000')
    await threshold.press('Enter')
    const high = await at.api.simulate({ policy: { thresholdBytes: 1_000_000 } })
    await expect.poll(async () => (await row('Simulated'))[0]).toBe(count(high.simulated.offloaded))
    expect(high.simulated.offloaded).toBeLessThan(recorded.offloaded)

    const tool = high.byTool[0]?.tool ?? ''
    await page.getByRole('combobox', { name: `Rule of ${tool}` }).selectOption('inline')
    const both = { thresholdBytes: 1_000_000, tools: { [tool]: { action: 'inline' as const } } }
    const { simulated } = await at.api.simulate({ policy: both })
    await expect.poll(async () => (await row('Simulated'))[0]).toBe(count(simulated.offloaded))

    await page.getByRole('button', { name: 'Apply this policy' }).click()
    const dialog = page.getByRole('dialog', { name: 'Apply this policy' })
    await dialog.getByText('policy.thresholdBytes').waitFor()
    await dialog.getByText('{"action":"inline"}').waitFor()
    await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await at.api.getConfig({})).config['policy']).toMatchObject(both)
    expect(faultsOf(page)).toEqual([])
    await page.context().close()
  })

  test('N8: a simulation that takes long is stopped, and asked for again', async () => {
    const page = await openPage(browser, at)
    await opened(page)
    // The way to the daemon is slow, once: what is stopped there has never been answered.
    let slow = true
    await page.route('**/api/v1/simulate', async (route) => {
      if (slow) return
      await route.continue()
    })
    await page.getByRole('button', { name: 'What if' }).press('Enter')
    const simulator = page.locator('[data-simulator]')
    await simulator.getByRole('progressbar', { name: 'Looking through recorded results' }).waitFor()
    await simulator.getByRole('button', { name: 'Stop' }).click()
    await simulator.getByText('It was stopped.').waitFor()
    slow = false
    await simulator.getByRole('button', { name: 'Simulate' }).click()
    await simulator.locator('[data-row="Simulated"]').waitFor()
    expect(await simulator.getByText('It was stopped.').count()).toBe(0)
    expect(faultsOf(page)).toEqual([])
    await page.context().close()
  })

  test('a call that comes in is in the figures without a reload', async () => {
    const page = await openPage(browser, at)
    await opened(page)
    await at.offload({ tool: 'late_tool', content: 'x '.repeat(20_000), force: true })
    await page.getByRole('table', { name: 'By tool' }).getByText('late_tool').waitFor()
    expect(faultsOf(page)).toEqual([])
    await page.context().close()
  })
})
