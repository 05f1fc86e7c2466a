import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepScreenshot } from './desktop-app.ts'
import { browserMissing, launchBrowser } from '../browser.ts'
import { faultsOf, logText, openPage, startInspected } from './timeline-page.ts'
import type { Inspected } from './timeline-page.ts'

describe.skipIf(browserMissing)(`entries${browserMissing ? ` (${browserMissing})` : ''}`, () => {
  let browser: Browser
  let at: Inspected
  let page: Page

  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    at = await startInspected()
    for (let i = 1; i <= 12; i++)
      await at.offload({
        tool: i % 3 === 0 ? 'db.query' : 'fs.read',
        name: `entry_${i}`,
        content: logText(100 * i),
      })
    page = await openPage(browser, at)
    await page.getByRole('button', { name: 'Entries' }).click()
    await row('entry_12').waitFor()
  })
  afterEach(async () => {
    const faults = faultsOf(page)
    await page.context().close()
    await at[Symbol.asyncDispose]()
    expect(faults).toEqual([])
  })

  const list = () => page.getByRole('grid', { name: 'Entries' })
  const row = (name: string) => list().getByRole('row').filter({ hasText: name })
  const firstName = () => list().getByRole('row').nth(1).getByRole('gridcell').first().textContent()

  test('D10: a click on a column sorts by it, another turns it round', async () => {
    expect(await firstName()).toBe('entry_12')
    const size = page.getByRole('columnheader', { name: 'Size' })
    await size.getByRole('button').click()
    await size.getByRole('button').click()
    await expect.poll(firstName).toBe('entry_1')
    expect(await size.getAttribute('aria-sort')).toBe('ascending')
  })

  test('D10: the filter and the map narrow the list; sums are those of what is left', async () => {
    const tile = page.getByTitle(/^db\.query: .* in 4 entries/)
    await tile.click()
    await page.getByText('4 entries').first().waitFor()
    await page.getByRole('button', { name: 'Remove filter tool:db.query' }).waitFor()
    await expect.poll(() => row('entry_11').count()).toBe(0)
    await page.keyboard.press('/')
    await page.keyboard.type('>20KB ')
    await expect.poll(() => list().getByRole('row').count()).toBe(1 + (await atLeast(20_000, 'db.query')))
  })

  const atLeast = async (bytes: number, tool: string) =>
    (await at.api.listEntries({ tool })).items.filter((entry) => entry.bytes > bytes).length

  for (const theme of ['dark', 'light'] as const) {
    test(`A13, D10: ${theme}: several are chosen by keyboard, pinned, given a life and deleted, with a way back`, async () => {
      await page.emulateMedia({ colorScheme: theme })
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Space')
      await page.getByText(/^2 entries · /).waitFor()
      await page.getByRole('complementary', { name: 'Detail' }).getByText('entry_11').first().waitFor()
      await keepScreenshot(page, `entries-${theme}.png`)
      await page.getByRole('button', { name: 'Pin', exact: true }).first().click()
      await page.getByText('2 entries pinned').waitFor()
      await expect.poll(async () => (await at.api.listEntries({ pinned: true })).total).toBe(2)
      await row('entry_12').getByText('pinned').waitFor()

      await row('entry_5').click({ modifiers: ['Control'] })
      await row('entry_7').click({ modifiers: ['Control'] })
      await page.getByRole('button', { name: 'Keep for…' }).click()
      await page.getByRole('menuitem', { name: 'One hour' }).click()
      await page.getByText('2 entries given that life').waitFor()
      const [five] = (await at.api.listEntries({ q: 'entry_5' })).items
      expect(Date.parse(five?.expiresAt ?? '') - Date.now()).toBeLessThan(3_700_000)

      await row('entry_5').click({ modifiers: ['Control'] })
      await page.getByRole('button', { name: 'Delete' }).first().click()
      await page.getByRole('button', { name: 'Undo' }).first().click()
      await page.getByText('all of it stays').waitFor()
      expect((await at.api.listEntries({})).total).toBe(12)
    })
  }

  test('D10: one entry is saved as the file that it is, several as lines with their exact content', async () => {
    await row('entry_3').click({ modifiers: ['Control'] })
    const [one] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save', exact: true }).click(),
    ])
    expect(one.suggestedFilename()).toBe('entry_3.log')
    expect(await readFile(await one.path(), 'utf8')).toBe(logText(300))

    await row('entry_4').click({ modifiers: ['Control'] })
    const [both] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save', exact: true }).click(),
    ])
    const lines = (await readFile(await both.path(), 'utf8')).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { name: 'entry_4', content: logText(400) },
      { name: 'entry_3', content: logText(300) },
    ])
    await page.getByText('2 entries saved in spillway-entries.ndjson').waitFor()
  })

  test('D10: what is chosen is deleted once the way back has gone', async () => {
    await row('entry_3').click({ modifiers: ['Control'] })
    await page.getByRole('button', { name: 'Delete' }).first().click()
    await page.getByText(/^Deleting 1 entry/).waitFor()
    await page.getByText('1 entry deleted').waitFor({ timeout: 15_000 })
    await expect.poll(() => row('entry_3').count()).toBe(0)
    expect((await at.api.listEntries({})).total).toBe(11)
  })
})
