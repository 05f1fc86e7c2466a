import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_SCRIPT } from '../../src/main/demo/script.ts'
import { keepScreenshot } from './desktop-app.ts'
import { browserMissing, launchBrowser } from '../browser.ts'
import { faultsOf, openPage, startInspected } from './timeline-page.ts'
import type { Inspected } from './timeline-page.ts'

/** As many as docs/walkthrough.md says. */
const CLICKS = 4

describe.skipIf(browserMissing)(
  `the walk of docs/walkthrough.md${browserMissing ? ` (${browserMissing})` : ''}`,
  () => {
    let browser: Browser
    let at: Inspected

    beforeAll(async () => {
      browser = await launchBrowser()
      at = await startInspected()
    })
    afterAll(async () => {
      await browser.close()
      await at[Symbol.asyncDispose]()
    })

    test('N12, N13: from the first start to the line that the agent never saw, in four clicks', async () => {
      const page = await openPage(browser, at)
      let clicks = 0
      const click = async (target: Locator) => {
        // At its place, whatever lies there: the header of the turn that one is in stands over its own row.
        await target.click({ force: true })
        clicks += 1
      }
      const play = page.getByRole('button', { name: 'Play the demo' })
      await play.waitFor()
      await keepScreenshot(page, 'walk-1-first-start.png')

      await click(play)
      const replay = page.getByRole('button', { name: `Replay turn ${DEMO_SCRIPT.length}` })
      await replay.waitFor({ timeout: 90_000 })
      await expect.poll(async () => (await at.api.getDemo({})).state, { timeout: 30_000 }).toBe('done')
      await keepScreenshot(page, 'walk-2-timeline.png')

      await click(replay)
      await page.getByRole('heading', { name: /Turn \d of \d/ }).waitFor()
      await click(page.getByRole('tab', { name: 'Full content' }))
      await page.getByText('1 error line not seen by then').waitFor()
      await keepScreenshot(page, 'walk-3-replay.png')

      await click(page.getByText('1 error line not seen by then'))
      const line = page.locator('[data-content] div').filter({ hasText: /^3,141/ })
      await line.getByText('DeadlockError: gave up after 3 retries').waitFor()
      expect(await line.first().getAttribute('data-seen')).toBeNull()
      await keepScreenshot(page, 'walk-4-never-seen.png')
      expect(clicks).toBe(CLICKS)
      expect(faultsOf(page)).toEqual([])
      await page.context().close()
    })
  },
)
