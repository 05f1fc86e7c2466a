import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { longestTask } from '../../bench/rig/chromium-trace.ts'
import { seedTimeline } from '../../bench/rig/seed-timeline.ts'
import { browserMissing, launchBrowser } from '../browser.ts'
import { faultsOf, logText, openPage, rows, startInspected } from './timeline-page.ts'
import type { Inspected } from './timeline-page.ts'

const EVENTS = 10_000
const TURN = 25

/** Streams `bytes` of numbered lines into an entry, as a program with a large result does. */
async function streamLog({ daemon }: Inspected, tool: string, bytes: number): Promise<void> {
  const url = new URL(`/api/v1/offload?tool=${tool}&mime=text/plain`, daemon.url)
  const headers = { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/octet-stream' }
  const upload = request(url, { method: 'POST', headers })
  const answered = once(upload, 'response')
  for (let sent = 0, line = 1; sent < bytes;) {
    let block = ''
    while (block.length < 1_000_000) block += `line ${line++} of a log that never seems to end\n`
    sent += block.length
    if (!upload.write(block)) await once(upload, 'drain')
  }
  upload.end()
  const [response] = (await answered) as [IncomingMessage]
  response.resume()
  expect(response.statusCode).toBe(200)
}

describe.skipIf(browserMissing)(`timeline under load${browserMissing ? ` (${browserMissing})` : ''}`, () => {
  let browser: Browser
  let at: Inspected
  let page: Page

  beforeAll(async () => {
    browser = await launchBrowser()
    const size = { calls: EVENTS, entries: EVENTS / 10, sessions: 8, turn: TURN }
    at = await startInspected({}, (home) => seedTimeline(home, size))
    page = await openPage(browser, at)
    await rows(page, 'fetch').first().waitFor()
  }, 240_000)
  afterAll(async () => {
    await browser.close()
    await at[Symbol.asyncDispose]()
  })

  test('D3: 10,000 events scroll without a task over 100 ms', async () => {
    await page.mouse.move(500, 400)
    await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '__metadata'] })
    const all = page.getByText('10,000 rows in all')
    for (let i = 0; i < 250 || (i < 1_000 && (await all.count()) === 0); i++) {
      await page.mouse.wheel(0, 1_300)
      await page.waitForTimeout(16)
    }
    const trace = await browser.stopTracing()
    expect(await all.count()).toBe(1)
    expect(longestTask(trace)).toBeLessThan(100)
  })

  test('D3: beside 10,000 events a new one still stands on the screen within 250 ms of its commit', async () => {
    const pill = page.getByRole('button', { name: /new row/ })
    await at.offload({ tool: 'one_more', content: logText(300) })
    await pill.click()
    await rows(page, 'one_more').waitFor()
    const delays: number[] = []
    for (const tool of ['the_next', 'the_one_after', 'the_last']) {
      const shown = page.waitForFunction(
        (name) =>
          document.querySelector('[data-timeline]')?.textContent?.includes(name) ? Date.now() : false,
        tool,
        { polling: 'raf' },
      )
      await at.offload({ tool, content: logText(300, 2) })
      const seenAt = Number(await (await shown).jsonValue())
      const { items } = await at.api.listEvents({ before: Number.MAX_SAFE_INTEGER, limit: 20 })
      const event = items.findLast(({ data }) => data['tool'] === tool)
      delays.push(seenAt - Date.parse(event?.time ?? ''))
    }
    // Other suites run beside this one: what one of three shows is what the page takes by itself.
    expect(Math.min(...delays)).toBeLessThan(250)
  })

  test('D4: an entry of 100 MB opens at once, at its end as at its beginning', async () => {
    await streamLog(at, 'endless', 100_000_000)
    await page
      .getByRole('button', { name: /new row/ })
      .or(rows(page, 'endless'))
      .first()
      .waitFor()
    const pill = page.getByRole('button', { name: /new row/ })
    if ((await pill.count()) > 0) await pill.click()
    await rows(page, 'endless').click()
    const started = performance.now()
    await page.getByRole('tab', { name: 'Full content' }).click()
    await page.getByText('line 1 of a log', { exact: false }).last().waitFor()
    expect(performance.now() - started).toBeLessThan(1_500)
    await page.locator('[data-content]').focus()
    const jumped = performance.now()
    await page.keyboard.press('End')
    await page
      .locator('[data-content]')
      .getByText(/line 2[12]\d{5} of a log/)
      .first()
      .waitFor()
    expect(performance.now() - jumped).toBeLessThan(1_500)
    expect(faultsOf(page)).toEqual([])
  })
})
