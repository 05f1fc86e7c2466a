import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedTimeline } from '../../bench/rig/seed-timeline.ts'
import { keepScreenshot } from './desktop-app.ts'
import { browserMissing, launchBrowser } from '../browser.ts'
import { faultsOf, logText, openPage, rows, startInspected } from './timeline-page.ts'
import type { Inspected } from './timeline-page.ts'

/** More than are loaded at once. */
const CALLS = 4_000

describe.skipIf(browserMissing)(
  `the timeline's history${browserMissing ? ` (${browserMissing})` : ''}`,
  () => {
    let browser: Browser
    let at: Inspected

    beforeAll(async () => {
      browser = await launchBrowser()
      const size = { calls: CALLS, entries: CALLS / 10, sessions: 4, turn: 25 }
      at = await startInspected({}, (home) => seedTimeline(home, size))
    }, 60_000)
    afterAll(async () => {
      await browser.close()
      await at[Symbol.asyncDispose]()
    })

    const ready = async () => {
      const page = await openPage(browser, at)
      await rows(page, 'run_tests').first().waitFor()
      return page
    }
    const closed = async (page: Page) => {
      expect(faultsOf(page)).toEqual([])
      await page.context().close()
    }
    const names = (page: Page) => page.locator('[data-timeline] [role=row][data-kind]')

    test('D3: a filter finds calls that lie far before what is loaded, and no others', async () => {
      const { items } = await at.api.findCalls({ filter: 'is:offloaded tool:fs.*', limit: 1_000 })
      const oldest = items[0]?.event.data['entries'] as { name: string }[]
      const page = await ready()
      await page.keyboard.press('/')
      await page.keyboard.type(`${oldest[0]?.name} `)
      await page.getByText('That is all that matches.').waitFor()
      expect(await names(page).count()).toBe(1)
      await page.getByRole('button', { name: 'Clear the filter' }).click()
      await rows(page, 'run_tests').first().waitFor()

      await page.locator('[data-filter]').fill('is:offloaded tool:fs.* ')
      await page.getByRole('grid', { name: 'Timeline' }).focus()
      for (let i = 0; i < 40 && (await page.getByText('That is all that matches.').count()) === 0; i++) {
        await page.keyboard.press('End')
        await page.waitForTimeout(250)
      }
      const shown = Number(await page.getByRole('grid', { name: 'Timeline' }).getAttribute('aria-rowcount'))
      const turns = new Set(items.map(({ event }) => event.turn)).size
      expect(shown).toBe(items.length + turns + 1)
      await page.locator('[data-filter]').fill('nothing_like_it')
      await page.getByText('No call matches the filter.').waitFor()
      await closed(page)
    })

    test('D3: t goes to a time; live rows wait until one is back', async () => {
      const { items } = await at.api.listEvents({ before: 1_000, limit: 1 })
      const page = await ready()
      await page.keyboard.press('t')
      const field = page.getByLabel('Time', { exact: true })
      await field.waitFor()
      await keepScreenshot(page, 'go-to-time-dark.png')
      await page.getByRole('button', { name: 'The beginning' }).click()
      await names(page).first().waitFor()
      await expect.poll(() => page.getByText('The beginning', { exact: true }).count()).toBe(1)
      await page.getByRole('button', { name: /Paused/ }).waitFor()
      await at.offload({ tool: 'meanwhile', content: logText(200) })
      await page.getByText(/\d waiting/).waitFor()
      expect(await rows(page, 'meanwhile').count()).toBe(0)

      await page.keyboard.press('t')
      const moment = new Date(Date.parse(items[0]?.time ?? ''))
      const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
        .toISOString()
        .slice(0, 19)
      await field.fill(local)
      await page.keyboard.press('Enter')
      const clock = local.slice(11)
      await names(page).filter({ hasText: clock }).first().waitFor()

      await page.getByRole('button', { name: /Paused/ }).click()
      await rows(page, 'meanwhile').waitFor()
      await closed(page)
    })

    test('several rows by keyboard alone: selected, compared, let go', async () => {
      await at.offload({ tool: 'run_a', content: logText(400) })
      await at.offload({ tool: 'run_b', content: logText(400, 250).replace('batch 7 ', 'batch seven ') })
      const page = await ready()
      await rows(page, 'run_b').waitFor()
      await page.getByRole('grid', { name: 'Timeline' }).focus()
      await rows(page, 'run_a').click()
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Space')
      await page.getByText('2 rows selected').waitFor()
      await page.getByRole('button', { name: 'Compare' }).focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Compare two calls' })
      await dialog.getByText('2 lines gone, 2 lines new').waitFor()
      await dialog.getByText('batch seven').waitFor()
      await dialog.getByText('equal lines').first().waitFor()
      await keepScreenshot(page, 'compare-dark.png')
      await dialog.getByRole('button', { name: 'What the agent saw' }).click()
      await dialog.getByText('equal lines').first().waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await page.getByRole('grid', { name: 'Timeline' }).focus()
      await page.keyboard.press('Escape')
      expect(await page.getByText('2 rows selected').count()).toBe(0)

      await rows(page, 'run_a').click()
      await rows(page, 'run_b').click({ modifiers: ['Control'] })
      await page.getByText('2 rows selected').waitFor()
      await closed(page)
    })

    test('a call is copied, and opened in its session', async () => {
      const page = await ready()
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await at.offload({ tool: 'copy_me', arguments: { path: '/etc/hosts' }, content: logText(200) })
      await rows(page, 'copy_me').click()
      const more = async (item: string) => {
        await page.getByRole('button', { name: 'More' }).click()
        await page.getByRole('menuitem', { name: item }).click()
      }
      await more('Copy as curl')
      await page.getByText('curl command copied').waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toContain('curl')
      expect(copied).toContain('/etc/hosts')
      await more('Open in its session')
      await page.getByRole('complementary', { name: 'Session' }).waitFor()
      await closed(page)
    })

    test('N12: the strip in a row grows with what is read', async () => {
      const { entry } = await at.offload({ tool: 'strip_me', content: logText(2_000) })
      const page = await ready()
      const strip = rows(page, 'strip_me').locator('[title^="What the agent has seen"]')
      await strip.waitFor()
      const before = await strip.locator('i').count()
      await at.api.readEntry({ id: entry?.id ?? '', mode: 'lines', start: 1_000, end: 1_200 })
      await expect.poll(() => strip.locator('i').count()).toBe(before + 1)
      await closed(page)
    })
  },
)
