import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepScreenshot } from './desktop-app.ts'
import { browserMissing, launchBrowser } from '../browser.ts'
import { faultsOf, logText, openPage, rows, startInspected } from './timeline-page.ts'
import type { Inspected } from './timeline-page.ts'

describe.skipIf(browserMissing)(`the frame${browserMissing ? ` (${browserMissing})` : ''}`, () => {
  let browser: Browser
  let at: Inspected
  let page: Page

  beforeAll(async () => {
    browser = await launchBrowser()
    at = await startInspected()
    await at.offload({ tool: 'read_log', content: logText(500) })
    await at.offload({ tool: 'read_small', content: 'small' })
  })
  afterAll(async () => {
    await browser.close()
    await at[Symbol.asyncDispose]()
  })
  beforeEach(async () => {
    page = await openPage(browser, at)
    await rows(page, 'read_log').waitFor()
  })
  afterEach(async () => {
    const faults = faultsOf(page)
    await page.context().close()
    expect(faults).toEqual([])
  })

  test('the palette does what is typed, by keyboard alone', async () => {
    await page.keyboard.press('Control+k')
    const command = page.getByRole('combobox', { name: 'Command' })
    await command.waitFor()
    await keepScreenshot(page, 'palette-dark.png')
    await page.keyboard.type('hold')
    await expect.poll(() => page.getByRole('option').count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Paused' }).waitFor()
    expect(await command.count()).toBe(0)

    await page.keyboard.press('Control+k')
    await page.keyboard.type('no such thing')
    await page.getByText('Nothing of that name.').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => command.count()).toBe(0)
  })

  test('plain keys: the list, pausing, the sheet that names them; none of them while typing', async () => {
    await page.keyboard.press('j')
    const chosen = page.locator('[role=row][aria-selected=true]')
    await chosen.waitFor()
    const first = await chosen.getAttribute('id')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => chosen.getAttribute('id')).not.toBe(first)
    await page.keyboard.press('k')
    await expect.poll(() => chosen.getAttribute('id')).toBe(first)
    await page.keyboard.press('Escape')

    await page.keyboard.press('p')
    await page.getByRole('button', { name: 'Paused' }).waitFor()
    await page.keyboard.press('p')
    await page.getByRole('button', { name: 'Live' }).waitFor()

    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    await keepScreenshot(page, 'shortcuts-dark.png')
    await page.keyboard.press('Escape')

    await page.keyboard.press('/')
    await page.keyboard.type('p?j1')
    expect(await page.getByRole('searchbox').or(page.getByLabel('Filter the timeline')).inputValue()).toBe(
      'p?j1',
    )
    await page.getByRole('button', { name: 'Live' }).waitFor()
  })

  test('the address knows the filter and what is open; going back and reloading bring both again', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('tool:read_log is:offloaded log ')
    await rows(page, 'read_small').waitFor({ state: 'detached' })
    await rows(page, 'read_log').click()
    await expect.poll(() => page.url()).toContain('open=')
    const open = new URL(page.url())
    expect(open.searchParams.get('filter')).toBe('tool:read_log is:offloaded log')

    await page.reload()
    await page.getByRole('button', { name: 'Remove filter tool:read_log' }).waitFor()
    await page.locator('[role=row][aria-selected=true]').filter({ hasText: 'read_log' }).waitFor()
    await page.locator('[data-agent-saw]').waitFor()
    expect(await page.getByLabel('Filter the timeline').inputValue()).toBe('log')
    expect(page.url()).toBe(open.href)
  })
})
