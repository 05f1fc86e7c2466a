import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { apiClient } from '../src/main/client/api.ts'
import { launchChromium } from './rig/chromium.ts'
import { traced } from './rig/chromium-trace.ts'
import { type RunningDaemon, startDaemon } from './rig/daemon.ts'
import { atMost, type Budget, report } from './rig/report.ts'
import { MILLION, seedTimeline, type TimelineSize } from './rig/seed-timeline.ts'

/**
 * The inspector over a long history: how soon it shows rows, how long its thread is busy at a time while one scrolls and filters,
 * and what it holds in memory while events come. `INSPECTOR_CALLS` makes the history shorter, `INSPECTOR_SECONDS` the stream.
 * Daemon and page are the ones in `out`: build them first.
 */
const calls = Number(process.env['INSPECTOR_CALLS'] ?? MILLION.calls)
const size: TimelineSize = { ...MILLION, calls, entries: Math.ceil(calls / 10) }
const STREAM_SECONDS = Number(process.env['INSPECTOR_SECONDS'] ?? 180)
const EVENTS_PER_SECOND = 200

const FIRST_ROWS_MS = 1_000
const LONG_TASK_MS = 50
const MEMORY_BYTES = 300_000_000

async function signedIn(
  browser: Browser,
  daemon: RunningDaemon,
): Promise<{ page: Page; firstRowsMs: number }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(60_000)
  const { url } = await apiClient(daemon).createLoginCode({})
  await page.goto(url)
  await page.locator('[data-timeline] [data-kind]').first().waitFor()
  // Once more, as everyone opens it: the browser has its files.
  await page.reload()
  const started = await page.evaluate(() => performance.timeOrigin)
  await page.locator('[data-timeline] [data-kind]').first().waitFor()
  const shown = await page.evaluate(() => Date.now())
  return { page, firstRowsMs: Math.round(shown - started) }
}

async function scroll(page: Page): Promise<void> {
  await page.mouse.move(500, 400)
  for (let i = 0; i < 400; i++) {
    await page.mouse.wheel(0, 1_300)
    await page.waitForTimeout(16)
  }
}

async function filter(page: Page): Promise<void> {
  for (const text of ['fetch ', 'is:error ', 'kind:csv ', '>1MB ', '-is:offloaded ']) {
    await page.locator('[data-filter]').fill('')
    await page.keyboard.press('/')
    await page.keyboard.type(text, { delay: 20 })
    await page.waitForTimeout(1_500)
  }
  await page.getByRole('button', { name: 'Clear the filter' }).click()
}

/** Streams steps at an even pace; gives how many were sent. */
async function stream(daemon: RunningDaemon, seconds: number): Promise<number> {
  const api = apiClient(daemon)
  const started = performance.now()
  let sent = 0
  const pending: Promise<unknown>[] = []
  while (performance.now() - started < seconds * 1_000) {
    // Each inline step is an event, and another one when its tokens are counted.
    const due = ((performance.now() - started) / 1_000) * (EVENTS_PER_SECOND / 2)
    for (; sent < due; sent++) {
      const content = `live result ${sent} ${'x'.repeat(sent % 300)}`
      pending.push(api.offload({ tool: `live_${sent % 7}`, content, session: `live-${sent % 3}` }))
    }
    await Promise.all(pending.splice(0))
    await sleep(50)
  }
  return sent
}

/** The page's heap after a collection, and all that its process holds (on Linux; what it shares with others counted in part). */
async function memory(browser: Browser, page: Page): Promise<{ heap: number; process: number | null }> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  if (process.platform !== 'linux') return { heap: usedSize, process: null }
  const all = await browser.newBrowserCDPSession()
  const { processInfo } = await all.send('SystemInfo.getProcessInfo')
  await all.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  const sizes = await Promise.all(renderers.map(({ id }) => proportionalBytes(id)))
  return { heap: usedSize, process: Math.max(...sizes) }
}

async function proportionalBytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1_024
}

/** How many rows the page knows. */
async function rowCount(page: Page): Promise<number> {
  const footer = (await page.locator('footer').last().textContent()) ?? ''
  return Number(/([\d,]+) rows/.exec(footer)?.[1]?.replaceAll(',', '') ?? Number.NaN)
}

const browser = await launchChromium()
try {
  const seeded = performance.now()
  await using daemon = await startDaemon({}, (home) => seedTimeline(home, size))
  const seedSeconds = Math.round((performance.now() - seeded) / 1_000)
  const { page, firstRowsMs } = await signedIn(browser, daemon)
  const scrollMs = await traced(browser, page, () => scroll(page))
  const filterMs = await traced(browser, page, () => filter(page))
  const before = await memory(browser, page)
  const rowsLoaded = await rowCount(page)
  const sent = await stream(daemon, STREAM_SECONDS)
  await page.waitForTimeout(2_000)
  const after = await memory(browser, page)
  const missed = sent - ((await rowCount(page)) - rowsLoaded)
  const budgets: Budget[] = [
    atMost('first rows in ms after opening', firstRowsMs, FIRST_ROWS_MS),
    atMost('longest task in ms of processor time while scrolling', scrollMs, LONG_TASK_MS),
    atMost('longest task in ms of processor time while filtering', filterMs, LONG_TASK_MS),
    atMost('memory of the page in bytes after the stream', after.process ?? after.heap, MEMORY_BYTES),
    atMost('steps of the stream that the page does not show', Math.abs(missed), 0),
  ]
  report({
    benchmark: 'inspector',
    figures: {
      ...size,
      seedSeconds,
      firstRowsMs,
      scrollMs,
      filterMs,
      rowsLoaded,
      memoryBytes: { before, after },
      stream: { seconds: STREAM_SECONDS, steps: sent, missed },
    },
    budgets,
  })
} finally {
  await browser.close()
}
