import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepScreenshot } from './desktop-app.ts'
import { browserMissing, launchBrowser } from '../browser.ts'
import { faultsOf, logText, openPage, startInspected } from './timeline-page.ts'
import type { Inspected } from './timeline-page.ts'

describe.skipIf(browserMissing)(`search${browserMissing ? ` (${browserMissing})` : ''}`, () => {
  let browser: Browser
  let at: Inspected
  let page: Page

  beforeAll(async () => {
    browser = await launchBrowser()
    at = await startInspected()
    await at.offload({ tool: 'read_log', content: logText(3_000, 411, 2_222) })
    await at.offload({ tool: 'read_other', content: logText(900) })
    await vi.waitUntil(async () => (await at.api.search({ q: 'batch' })).unindexed === 0, { timeout: 20_000 })
  })
  afterAll(async () => {
    await browser.close()
    await at[Symbol.asyncDispose]()
  })
  beforeEach(async () => {
    page = await openPage(browser, at)
    await page.getByRole('button', { name: 'Search' }).click()
  })
  afterEach(async () => {
    const faults = faultsOf(page)
    await page.context().close()
    expect(faults).toEqual([])
  })

  const found = () => page.getByRole('grid', { name: 'Found lines' }).getByRole('row')

  test('words, by keyboard alone: the lines that have them, and the content around the chosen one', async () => {
    await page.keyboard.type('deadlock gave')
    await page.keyboard.press('Enter')
    await page.getByText('2 lines in 1 entry').waitFor()
    expect(await found().locator('mark').allTextContents()).toEqual(['deadlock', 'gave', 'deadlock', 'gave'])
    await page.keyboard.press('Escape')
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown')
    const target = page.locator('[data-content] [data-target=true]')
    await expect.poll(() => target.textContent()).toContain('deadlock 2222')
    await keepScreenshot(page, 'search-dark.png')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('complementary', { name: 'Detail' }).count()).toBe(0)
  })

  test('a pattern between slashes; more lines than are shown are counted', async () => {
    await page.keyboard.type('/batch 1\\d\\d committed/')
    await page.keyboard.press('Enter')
    await page.getByText('200 lines in 2 entries').waitFor()
    await found().filter({ hasText: '80 more lines' }).first().waitFor()
    expect(new URL(page.url()).searchParams.get('view')).toBe('search')

    await page.getByRole('button', { name: 'Regular expression' }).click()
    await page.getByText(/Nothing found|lines? in/).waitFor()
    expect(await page.getByLabel('Search what is stored').inputValue()).toBe('batch 1\\d\\d committed')
  })

  test('a pattern that means nothing says why; what was looked for before is offered', async () => {
    await page.keyboard.type('/(/')
    await page.keyboard.press('Enter')
    await page.getByText(/Unterminated group|Invalid regular expression/).waitFor()
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await page.getByText('Find a line in everything').waitFor()
    await page.getByLabel('Search what is stored').fill('deadlock')
    await page.keyboard.press('Enter')
    await found().filter({ hasText: '411' }).click()
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await page
      .getByRole('navigation', { name: 'Recent searches' })
      .getByRole('button', { name: 'deadlock' })
      .click()
    await found().filter({ hasText: '411' }).waitFor()
  })
})
