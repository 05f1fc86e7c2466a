import type { Browser, Page } from 'playwright-core'
import { countChars } from '../../src/renderer/features/content/characters.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepScreenshot } from './desktop-app.ts'
import { browserMissing, launchBrowser } from '../browser.ts'
import { faultsOf, logText, openPage, openTab, rows, startInspected } from './timeline-page.ts'
import type { Inspected } from './timeline-page.ts'

describe.skipIf(browserMissing)(
  `timeline in a browser${browserMissing ? ` (${browserMissing})` : ''}`,
  () => {
    let browser: Browser
    let at: Inspected
    let page: Page

    beforeAll(async () => {
      browser = await launchBrowser()
    })
    afterAll(() => browser.close())
    beforeEach(async () => {
      at = await startInspected()
      page = await openPage(browser, at)
    })
    afterEach(async () => {
      const faults = faultsOf(page)
      await page.context().close()
      await at[Symbol.asyncDispose]()
      expect(faults).toEqual([])
    })

    const openRow = async (text: string, tab?: string) => {
      await rows(page, text).first().click()
      if (tab !== undefined) await page.getByRole('tab', { name: tab }).click()
    }

    test('an empty store says how to begin, and gives way to the first row', async () => {
      await page.getByText('claude mcp add').waitFor()
      await at.offload({ tool: 'read_log', content: logText(500) })
      await rows(page, 'read_log').waitFor()
      expect(await page.getByText('claude mcp add').count()).toBe(0)
    })

    test('D3: an offload stands on the screen within 250 ms of its commit', async () => {
      await at.offload({ tool: 'warm_up', content: logText(500) })
      await rows(page, 'warm_up').waitFor()
      for (const tool of ['first', 'second', 'third']) {
        const shown = page.waitForFunction(
          (text) =>
            document.querySelector('[data-timeline]')?.textContent?.includes(text) ? Date.now() : false,
          tool,
          { polling: 'raf' },
        )
        await at.offload({ tool, content: logText(500) })
        const seenAt = Number(await (await shown).jsonValue())
        const { items } = await at.api.listEvents({ limit: 1_000 })
        const event = items.findLast(({ data }) => data['tool'] === tool)
        expect(seenAt - Date.parse(event?.time ?? '')).toBeLessThan(250)
      }
    })

    test('D4: what the agent saw, exactly, beside the full content', async () => {
      const content = logText(3_000)
      const { text } = await at.offload({ tool: 'read_log', content })
      await openRow('read_log')
      const saw = page.locator('[data-agent-saw]').first()
      await saw.waitFor()
      expect(await saw.textContent()).toBe(text)

      await page.getByRole('tab', { name: 'Side by side' }).click()
      const lines = page.locator('[data-content] > div > div')
      expect(await page.locator('[data-agent-saw]').first().textContent()).toBe(text)
      await expect.poll(() => lines.nth(4).textContent()).toBe(`5${content.split('\n')[4]}`)
    })

    test('N12: the coverage strip tells of an error the agent never saw, and a click goes there', async () => {
      const errorLines = Array.from({ length: 40 }, (_, index) => 77 + index * 90)
      const content = logText(4_000, ...errorLines)
      const { entry } = await at.offload({ tool: 'read_log', content })
      const id = entry?.id ?? ''
      const { previewSpans } = await at.api.getEntry({ id })
      const startOf = (line: number) =>
        content
          .split('\n')
          .slice(0, line - 1)
          .reduce((sum, text) => sum + countChars(text) + 1, 0)
      const unseen = errorLines.filter(
        (line) => !previewSpans.some(([start, end]) => start <= startOf(line) && startOf(line) < end),
      )
      expect(unseen.length).toBeGreaterThan(0)

      await openRow('read_log', 'Full content')
      await page.getByText(`${unseen.length} error lines never seen`).click()
      const first = page.locator('[data-content] [data-error]').filter({ hasText: `deadlock ${unseen[0]}:` })
      await first.waitFor()
      expect(await first.textContent()).toMatch(new RegExp(`^${unseen[0]?.toLocaleString('en-US')}0`))
      expect(await first.getAttribute('data-seen')).toBeNull()

      await at.api.readEntry({ id, mode: 'grep', pattern: 'FATAL' })
      await page.getByText('40 error lines, all seen').waitFor()
      expect(await first.getAttribute('data-seen')).toBe('read')
      await rows(page, 'read grep').waitFor()
    })

    test('D5 D6: a second copy is flagged, and the figures are those of the API', async () => {
      await at.offload({ tool: 'read_log', content: logText(2_000) })
      await at.offload({ tool: 'read_log', content: logText(2_000) })
      await rows(page, 'dedup').waitFor()
      expect(await rows(page, 'read_log').count()).toBe(2)
      await expect
        .poll(async () => {
          const stats = await at.api.stats({})
          const figures = (await page.getByLabel('Figures').textContent()) ?? ''
          return [stats.tokens.net, stats.offloads, stats.dedupHits].every((value) =>
            figures.includes(value.toLocaleString('en-US')),
          )
        })
        .toBe(true)
      expect(await page.getByLabel('Figures').textContent()).toContain('Dedup hits1')
    })

    test('D7: prune shows the rows and bytes first, then takes exactly those', async () => {
      await at.offload({ tool: 'keep_me', content: logText(2_000) })
      const { entry } = await at.offload({ tool: 'drop_me', content: logText(1_000, 7) })
      await page.getByRole('button', { name: 'Prune…' }).click()
      await page.getByRole('radio', { name: 'From one tool' }).click()
      await page.getByLabel('Tool', { exact: true }).fill('drop_*')
      const dryRun = await at.api.prune({ tool: 'drop_*', dryRun: true })
      expect(dryRun.ids).toEqual([entry?.id])
      const dialog = page.getByRole('dialog')
      await dialog
        .getByRole('grid')
        .getByText(entry?.name ?? 'no name')
        .waitFor()
      await dialog.getByRole('button', { name: 'Remove 1 entry' }).click()
      // What comes after the dry run was not shown, so it stays.
      await at.offload({ tool: 'drop_later', content: logText(500) })
      await page.getByText('1 entry removed').waitFor()
      await rows(page, 'drop_me').filter({ hasText: 'removed' }).waitFor()
      const left = await at.api.listEntries({})
      expect(left.items.map(({ tool }) => tool)).toEqual(['drop_later', 'keep_me'])
      expect(await rows(page, 'keep_me').filter({ hasText: 'removed' }).count()).toBe(0)

      await page.getByRole('button', { name: 'Prune…' }).click()
      await page.getByRole('radio', { name: 'Everything' }).click()
      await dialog.getByRole('button', { name: 'Remove 2 entries' }).click()
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('All of it stays').waitFor()
      expect((await at.api.listEntries({})).total).toBe(2)
    })

    test('pin and delete, each with a way back', async () => {
      const { entry } = await at.offload({ tool: 'read_log', content: logText(2_000) })
      const id = entry?.id ?? ''
      await openRow('read_log')
      await page.getByRole('button', { name: 'Pin', exact: true }).click()
      await rows(page, 'read_log').filter({ hasText: 'pinned' }).waitFor()
      expect((await at.api.getEntry({ id })).pinned).toBe(true)
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('button', { name: 'Pin', exact: true }).waitFor()
      expect((await at.api.getEntry({ id })).pinned).toBe(false)

      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByText('Deleting').waitFor()
      await page.getByRole('button', { name: 'Undo' }).last().click()
      await page.getByText('stays').waitFor()
      expect((await at.api.listEntries({})).total).toBe(1)
    })

    test('rows that arrive never move what is looked at; a pill counts them and goes there', async () => {
      for (let i = 0; i < 60; i++) await at.offload({ tool: `tool_${i}`, content: logText(200, i) })
      await rows(page, 'tool_59').waitFor()
      await page.mouse.move(400, 400)
      await page.mouse.wheel(0, -700)
      await page.waitForTimeout(200)
      const watched = rows(page, /tool_2\d/).first()
      // Its estimated tokens may become exact ones meanwhile.
      const nameOf = async () => /tool_\d+/.exec((await watched.textContent()) ?? '')?.[0]
      const name = await nameOf()
      const before = await watched.boundingBox()
      for (let i = 0; i < 5; i++) await at.offload({ tool: `late_${i}`, content: logText(200, i) })
      const pill = page.getByRole('button', { name: '5 new rows' })
      await pill.waitFor()
      expect(name).toBeDefined()
      expect(await nameOf()).toBe(name)
      expect(await watched.boundingBox()).toEqual(before)
      await pill.click()
      await rows(page, 'late_4').waitFor()
      expect(await pill.count()).toBe(0)
    })

    test('paused, rows are counted and kept back', async () => {
      await at.offload({ tool: 'before', content: logText(500) })
      await rows(page, 'before').waitFor()
      await page.getByRole('button', { name: 'Live' }).click()
      await at.offload({ tool: 'meanwhile', content: logText(500, 9) })
      await page.getByText(/\d waiting/).waitFor()
      expect(await rows(page, 'meanwhile').count()).toBe(0)
      await page.getByRole('button', { name: 'Paused' }).click()
      await rows(page, 'meanwhile').waitFor()
    })

    test('filters narrow the list and can be taken away again', async () => {
      await at.offload({ tool: 'read_log', content: logText(500) })
      await at.offload({ tool: 'say', content: 'short' })
      await rows(page, 'say').waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type('is:inline ')
      await expect.poll(() => rows(page, 'read_log').count()).toBe(0)
      expect(await rows(page, 'say').count()).toBe(1)
      await page.getByRole('button', { name: 'Remove filter is:inline' }).click()
      await rows(page, 'read_log').waitFor()
    })

    test('everything on the way from a row to its content can be done by keyboard', async () => {
      await at.offload({ tool: 'first', content: logText(500) })
      await at.offload({ tool: 'second', content: logText(500, 3) })
      await rows(page, 'second').waitFor()
      await page.getByRole('grid', { name: 'Timeline' }).focus()
      await page.keyboard.press('End')
      expect(await rows(page, 'second').getAttribute('aria-selected')).toBe('true')
      await page.keyboard.press('Home')
      expect(await rows(page, 'first').getAttribute('aria-selected')).toBe('true')
      await page.getByRole('tab', { name: 'Agent saw' }).waitFor()
      await page.keyboard.press('Enter')
      await page.keyboard.press('ArrowRight')
      await page.locator('[data-content]').waitFor()
      await page.keyboard.press('Escape')
      expect(await page.getByLabel('Detail').count()).toBe(0)
      await page.keyboard.press('ArrowDown')
      expect(await page.locator('[role=row][aria-selected=true]').count()).toBe(1)
    })

    test('a used code opens nothing: the page says how to open it again', async () => {
      const { url } = await at.api.createLoginCode({})
      const context = await browser.newContext()
      const first = await context.newPage()
      await first.goto(url)
      await first.getByText('claude mcp add').waitFor()
      expect(first.url()).not.toContain('code=')
      const second = await (await browser.newContext()).newPage()
      await second.goto(url)
      await second.getByText('Open it again from your terminal').waitFor()
      await second.context().close()
      await context.close()
    })

    test('while the daemon is down the last known rows stay; once it is back nothing is missing', async () => {
      await at.offload({ tool: 'before', content: logText(500) })
      await rows(page, 'before').waitFor()
      await at.stop()
      await page.getByText('The daemon is down.').waitFor()
      expect(await rows(page, 'before').isVisible()).toBe(true)
      await page.getByText('spillway serve').waitFor()
      await keepScreenshot(page, 'down-dark.png')
      await at.restart()
      await at.offload({ tool: 'after', content: logText(500, 2) })
      await rows(page, 'after').waitFor({ timeout: 15_000 })
      await expect.poll(() => page.getByText('The daemon is down.').count()).toBe(0)
    })

    test('tabs of one browser share one event stream, and the next in line takes over', async () => {
      await page.getByText('claude mcp add').waitFor()
      const second = await openTab(page.context(), at.api)
      await second.getByText('claude mcp add').waitFor()
      const streams = () => {
        const isStream = ({ name }: { name: string }) => name.includes('/events/stream')
        return performance.getEntriesByType('resource').filter(isStream).length
      }
      await at.offload({ tool: 'shared', content: logText(500) })
      await Promise.all([rows(page, 'shared').waitFor(), rows(second, 'shared').waitFor()])
      expect(await second.evaluate(streams)).toBe(0)
      await page.close()
      await at.offload({ tool: 'alone', content: logText(500, 4) })
      await rows(second, 'alone').waitFor()
      expect(faultsOf(second)).toEqual([])
    })

    test('D4: bytes are shown as bytes', async () => {
      const bytes = Buffer.from(Array.from({ length: 9_000 }, (_, i) => (i * 37) % 256))
      await at.offload({
        tool: 'screenshot',
        contentBase64: bytes.toString('base64'),
        mime: 'image/x-none',
        force: true,
      })
      await openRow('screenshot', 'Full content')
      await page.getByText('00 25 4a 6f 94 b9 de 03').first().waitFor()
      await page.locator('[data-content]').focus()
      await page.keyboard.press('End')
      await page.getByText((8_992).toString(16).padStart(8, '0')).waitFor()
    })
  },
)
