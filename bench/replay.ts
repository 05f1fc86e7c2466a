import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { apiClient } from '../src/main/client/api.ts'
import { launchChromium } from './rig/chromium.ts'
import { traced } from './rig/chromium-trace.ts'
import { startDaemon } from './rig/daemon.ts'
import { atMost, type Budget, report } from './rig/report.ts'
import { seedTurn, type TurnSize } from './rig/seed-turn.ts'

/**
 * The replay of a long turn with large results: how soon it is open, and how long the page's thread is busy at a time while one
 * scrubs through it and steps with a key held down. `REPLAY_BYTES` makes the results smaller. Daemon and page are the ones in `out`.
 */
const size: TurnSize = { calls: 500, bytes: Number(process.env['REPLAY_BYTES'] ?? 2 * 1024 ** 3) }

const OPEN_MS = 1_000
const LONG_TASK_MS = 50
/** Longer than this is not waited for the index of words. */
const INDEXED_MS = 120_000

/** Along the whole scrubber and back, with the pointer down. */
async function scrub(page: Page): Promise<void> {
  const box = await page.getByRole('slider', { name: 'Moment of the replay' }).boundingBox()
  if (box === null) throw new Error('the scrubber has no place')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + 1, y)
  await page.mouse.down()
  for (let i = 0; i <= 300; i++) {
    await page.mouse.move(box.x + ((i <= 150 ? i : 300 - i) / 150) * (box.width - 2) + 1, y)
    await page.waitForTimeout(8)
  }
  await page.mouse.up()
  await page.waitForTimeout(1_000)
}

/** Down the list with a held key, then single steps with what there is to see at each. */
async function step(page: Page): Promise<void> {
  await page.getByRole('grid', { name: 'Steps' }).focus()
  await page.keyboard.press('Home')
  for (let i = 0; i < 200; i++) await page.keyboard.press('ArrowDown')
  await page.getByRole('tab', { name: 'Full content' }).click()
  for (let i = 0; i < 8; i++) {
    await page.getByRole('button', { name: 'Forward' }).click()
    await page.waitForTimeout(700)
  }
}

const browser = await launchChromium()
try {
  let turn = ''
  await using daemon = await startDaemon({}, async (home) => {
    turn = await seedTurn(home, size)
  })
  const api = apiClient(daemon)
  // A store that was filled at once is being indexed, on the core that the page needs.
  const [session] = (await api.listSessions({})).items
  const unindexed = async () => (await api.search({ q: 'import', session: session?.id, limit: 1 })).unindexed
  for (const until = Date.now() + INDEXED_MS; Date.now() < until && (await unindexed()) > 0;)
    await sleep(2_000)
  const left = await unindexed()
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(60_000)
  await page.goto((await api.createLoginCode({})).url)
  await page.locator('nav').waitFor()

  const rows = page.getByRole('grid', { name: 'Steps' }).locator('[id^=row-]').first()
  await page.goto(`${daemon.url}/?view=replay&turn=${turn}`)
  await rows.waitFor()
  // Once more, as everyone opens it: the browser has its files.
  const opens: number[] = []
  for (let i = 0; i < 5; i++) {
    await page.reload()
    const started = await page.evaluate(() => performance.timeOrigin)
    await rows.waitFor()
    opens.push(Math.round((await page.evaluate(() => Date.now())) - started))
  }
  const asked: number[] = []
  let bytes = 0
  for (let i = 0; i < 10; i++) {
    const began = performance.now()
    bytes = JSON.stringify(await api.replayTurn({ id: turn })).length
    asked.push(performance.now() - began)
  }
  const scrubMs = await traced(browser, page, () => scrub(page))
  const stepMs = await traced(browser, page, () => step(page))
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
  const budgets: Budget[] = [
    atMost('steps in ms after opening', median(opens), OPEN_MS),
    atMost('longest task in ms of processor time while scrubbing', scrubMs, LONG_TASK_MS),
    atMost('longest task in ms of processor time while stepping', stepMs, LONG_TASK_MS),
  ]
  report({
    benchmark: 'replay',
    figures: {
      ...size,
      unindexed: left,
      opens,
      replayMs: Math.round(median(asked)),
      replayBytes: bytes,
      scrubMs,
      stepMs,
    },
    budgets,
  })
} finally {
  await browser.close()
}
