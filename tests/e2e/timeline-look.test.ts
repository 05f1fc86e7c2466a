import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCli } from '../integration/cli-process.ts'
import { keepScreenshot } from './desktop-app.ts'
import { browserMissing, launchBrowser } from '../browser.ts'
import { faultsOf, openPage, rows, startInspected } from './timeline-page.ts'
import type { Inspected } from './timeline-page.ts'

const THEMES = ['dark', 'light'] as const
const SIZES = [
  { width: 1280, height: 800, suffix: '' },
  { width: 900, height: 600, suffix: '-narrow' },
]

/** Texts that are wider than what shows them, with neither a scroll bar nor an ellipsis to say so. */
const cutOff = () =>
  [...document.querySelectorAll<HTMLElement>('#root *')]
    .filter((element) => {
      const { overflowX, textOverflow, clipPath } = getComputedStyle(element)
      const holdsText = [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE)
      const tooWide = element.scrollWidth > element.clientWidth + 1
      return (
        holdsText && tooWide && overflowX === 'hidden' && textOverflow !== 'ellipsis' && clipPath === 'none'
      )
    })
    .map((element) => element.outerHTML.slice(0, 120))

describe.skipIf(browserMissing)(
  `the look of the timeline${browserMissing ? ` (${browserMissing})` : ''}`,
  () => {
    let browser: Browser
    let at: Inspected
    let empty: Inspected

    beforeAll(async () => {
      browser = await launchBrowser()
      at = await startInspected()
      empty = await startInspected()
      const { code, stderr } = await runCli(at.home, 'demo', '--fast', '--home', at.home)
      if (code !== 0) throw new Error(stderr)
    }, 120_000)
    afterAll(async () => {
      await browser.close()
      await at[Symbol.asyncDispose]()
      await empty[Symbol.asyncDispose]()
    })

    /** Numbers are the interface: none is ever cut off. */
    const expectWholeNumbers = async (page: Page) => {
      const saved = page.locator('[data-timeline] [data-sign]')
      const clipped = await saved.evaluateAll(
        (cells) => cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
      )
      expect(clipped).toBe(0)
    }

    for (const theme of THEMES) {
      for (const { width, height, suffix } of SIZES) {
        test(`D3 D4 N12: ${theme}, ${width} wide: the list, one entry open, its coverage`, async () => {
          const page = await openPage(browser, at, { width, height, theme })
          const shot = (name: string) => keepScreenshot(page, `${name}-${theme}${suffix}.png`)
          await rows(page, 'read_text_file').first().waitFor()
          await page.getByText('demo-agent').first().waitFor()
          await page.evaluate(() => document.fonts.ready)
          await expectWholeNumbers(page)
          await shot('list')

          await rows(page, 'read_text_file').filter({ hasText: 'reads' }).first().click()
          await page.locator('[data-agent-saw]').waitFor()
          await shot('agent-saw')
          await page.getByRole('tab', { name: 'Full content' }).click()
          await page.locator('[data-content] [data-seen]').first().waitFor()
          await expectWholeNumbers(page)
          expect(await page.evaluate(cutOff)).toEqual([])
          await shot('timeline')
          await page.getByRole('tab', { name: 'Side by side' }).click()
          await page.locator('[data-content] [data-seen]').first().waitFor()
          await shot('side-by-side')
          await page.keyboard.press('Escape')

          await page.getByRole('button', { name: 'Prune…' }).click()
          await page.getByRole('radio', { name: 'Everything' }).click()
          await page.getByText('would go').waitFor()
          await shot('prune')
          expect(faultsOf(page)).toEqual([])
          await page.context().close()
        })
      }

      test(`${theme}: empty and signed out`, async () => {
        const page = await openPage(browser, empty, { theme })
        await page.getByText('claude mcp add').waitFor()
        await keepScreenshot(page, `empty-${theme}.png`)
        await page.evaluate(() => sessionStorage.clear())
        await page.reload()
        await page.getByText('Open it again').waitFor()
        await keepScreenshot(page, `signed-out-${theme}.png`)
        await page.context().close()
      })
    }

    test('the theme follows the system unless one is chosen, and the choice stays', async () => {
      const page = await openPage(browser, at, { theme: 'light' })
      const theme = () => page.evaluate(() => document.documentElement.dataset['theme'])
      await rows(page, 'read_text_file').first().waitFor()
      expect(await theme()).toBe('light')
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect.poll(theme).toBe('dark')
      await page.getByRole('button', { name: 'Appearance' }).click()
      await page.getByRole('menuitemradio', { name: 'Light' }).click()
      expect(await theme()).toBe('light')
      await page.reload()
      await rows(page, 'read_text_file').first().waitFor()
      expect(await theme()).toBe('light')
      await page.context().close()
    })
  },
)
