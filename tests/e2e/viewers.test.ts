import { crc32, deflateSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepScreenshot } from './desktop-app.ts'
import { browserMissing, launchBrowser } from '../browser.ts'
import { faultsOf, logText, openPage, rows, startInspected } from './timeline-page.ts'
import type { Inspected } from './timeline-page.ts'

const ORDERS = {
  next: null,
  orders: Array.from({ length: 1_200 }, (_, i) => ({
    id: 9_000 + i,
    customer: ['Ada', 'Grace', 'Größe & Co 🧊'][i % 3],
    total: (i * 7_919) % 1_000,
    lines: [{ sku: `SKU-${i}` }],
  })),
}
const CITIES = [
  'city,population,note',
  ...Array.from(
    { length: 900 },
    (_, i) => `City ${i},${(i * 104_729) % 9_000_000},${i % 9 ? '' : '"said ""hi"", left"'}`,
  ),
].join('\n')
const NOTES = [
  '# Release notes',
  '',
  'A [link](https://example.org/away), a ![logo](https://example.org/logo.png) and <b onclick="alert(1)">HTML</b>.',
  '',
  ...Array.from(
    { length: 40 },
    (_, i) => `## Version ${i}\n\n- fixed **${i}** things\n\n<script>alert(${i})</script>\n`,
  ),
].join('\n')

/** A PNG of one colour. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const checksum = Buffer.alloc(4)
    checksum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(type), data])))
    return Buffer.concat([length, Buffer.from(type), data, checksum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const pixels = Buffer.alloc((width + 1) * height, 120)
  for (let y = 0; y < height; y++) pixels[y * (width + 1)] = 0
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const end = chunk('IEND', Buffer.alloc(0))
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(pixels)), end])
}

describe.skipIf(browserMissing)(`viewers${browserMissing ? ` (${browserMissing})` : ''}`, () => {
  let browser: Browser
  let at: Inspected

  const store = async (tool: string, content: string, mime?: string) => {
    const { entry } = await at.offload({ tool, content, force: true, ...(mime && { mime }) })
    return entry?.id ?? ''
  }

  beforeAll(async () => {
    browser = await launchBrowser()
    at = await startInspected()
    const orders = await store('orders', JSON.stringify(ORDERS, null, 1))
    const start = JSON.stringify(ORDERS, null, 1).indexOf('"id": 9010')
    await at.api.readEntry({ id: orders, mode: 'range', start: start - 8, end: start + 120 })
    const cities = await store('cities', CITIES, 'text/csv')
    await at.api.readEntry({ id: cities, mode: 'lines', start: 12, end: 14 })
    await store('notes', NOTES, 'text/markdown')
    await at.offload({
      tool: 'picture',
      contentBase64: png(320, 200).toString('base64'),
      mime: 'image/png',
      force: true,
    })
    await store('server_log', logText(3_000, 100, 900, 1_700))
  })
  afterAll(async () => {
    await browser.close()
    await at[Symbol.asyncDispose]()
  })

  const opened = async (page: Page, tool: string) => {
    await rows(page, tool).first().click()
    await page.getByRole('tab', { name: 'Full content' }).click()
    return page.locator('[data-content]')
  }
  const closed = async (page: Page) => {
    expect(faultsOf(page)).toEqual([])
    await page.context().close()
  }

  for (const theme of ['dark', 'light'] as const) {
    test(`D4: ${theme}: each kind in its own viewer, its raw form beside it`, async () => {
      const page = await openPage(browser, at, { theme })
      const shot = (name: string) => keepScreenshot(page, `viewer-${name}-${theme}.png`)
      await rows(page, 'orders').first().waitFor()

      const tree = await opened(page, 'orders')
      await tree.getByRole('treeitem', { name: /^10: / }).waitFor()
      expect(await tree.getByRole('treeitem', { name: /^10: / }).getAttribute('data-seen')).toBe('read')
      expect(await tree.getByRole('treeitem', { name: /^9: / }).getAttribute('data-seen')).toBeNull()
      await shot('tree')

      const table = await opened(page, 'cities')
      await table.getByText('City 0').waitFor()
      await table.getByText('said "hi", left').first().waitFor()
      const row = (n: number) => table.getByRole('row').nth(n)
      await expect.poll(() => row(11).getAttribute('data-seen')).toBe('read')
      expect(await row(14).getAttribute('data-seen')).not.toBe('read')
      await shot('table')

      const rendered = await opened(page, 'notes')
      await rendered.getByRole('heading', { name: 'Release notes' }).waitFor()
      expect(await rendered.getByRole('link').getAttribute('target')).toBe('_blank')
      expect(await rendered.locator('img, script, [onclick]').count()).toBe(0)
      await rendered.getByText('[image: logo]').waitFor()
      await shot('rendered')
      await page.getByRole('button', { name: 'Raw' }).click()
      await page.locator('[data-content]').getByText('# Release notes').waitFor()
      await page.getByRole('button', { name: 'Rendered' }).click()

      await opened(page, 'picture')
      await page.getByText('320 × 200 px').waitFor()
      await shot('image')
      await page.getByRole('button', { name: 'Bytes' }).click()
      await page.getByText('89 50 4e 47 0d 0a 1a 0a').waitFor()
      await page.getByRole('button', { name: 'Image' }).click()
      await closed(page)
    })
  }

  test('D4: a table sorts on the daemon, over all of its rows', async () => {
    const page = await openPage(browser, at)
    const table = await opened(page, 'cities')
    const sort = table.getByRole('button', { name: 'population' })
    const first = async () => (await table.getByRole('row').nth(1).textContent()) ?? ''
    await sort.click()
    await expect.poll(first).toContain('City 0')
    await sort.click()
    const values = CITIES.split('\n')
      .slice(1)
      .map((line) => Number(line.split(',')[1]))
    await expect.poll(first).toContain(String(Math.max(...values)))
    await sort.click()
    await expect.poll(first).toContain('City 0')
    await table.focus()
    await page.keyboard.press('End')
    await table.getByText('City 899').waitFor()
    await closed(page)
  })

  test('D4: a tree by keyboard alone, down to one value and its path', async () => {
    const page = await openPage(browser, at)
    await rows(page, 'orders').first().waitFor()
    await opened(page, 'orders')
    await page.getByRole('treeitem', { name: /^0: / }).waitFor()
    await page.getByRole('tree').focus()
    for (const key of ['Home', 'ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    await page.getByRole('treeitem', { name: /^id: 9000/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.locator('footer code').textContent()).toBe('$.orders[0].id')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => page.locator('footer code').textContent()).toBe('$.orders[0]')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByText('200 of 1,200 shown').count()).toBe(0)
    await page.keyboard.press('End')
    await page.getByText('400 of 1,200 shown').waitFor()
    await closed(page)
  })

  test('N12: a click on the strip opens the tree where it lies, or goes to the raw text', async () => {
    const page = await openPage(browser, at)
    await opened(page, 'orders')
    await page.getByRole('treeitem').nth(3).waitFor()
    const strip = page.getByRole('slider', { name: 'Place in the content' })
    await strip.focus()
    await page.keyboard.press('PageDown')
    await page.getByRole('treeitem', { selected: true }).waitFor()
    expect(await page.locator('footer code').textContent()).toMatch(/^\$\.orders\[1[12]\d\]/)
    await closed(page)
  })

  test('D4: what is looked for is found in all of the content, counted, and gone to', async () => {
    const page = await openPage(browser, at)
    await opened(page, 'server_log')
    await page.keyboard.press('Control+f')
    await page.keyboard.type('fatal DEADLOCK')
    await page.getByText('1 of 3 lines').waitFor()
    const target = page.locator('[data-content] [data-target]')
    await expect.poll(() => target.textContent()).toContain('deadlock 100')
    expect(await target.locator('mark').textContent()).toBe('FATAL deadlock')
    await page.keyboard.press('Enter')
    await expect.poll(() => target.textContent()).toContain('deadlock 900')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.press('Shift+Enter')
    await expect.poll(() => target.textContent()).toContain('deadlock 1700')
    await keepScreenshot(page, 'viewer-find-dark.png')
    await page.getByRole('button', { name: 'Match case' }).click()
    await page.getByText('no line').waitFor()
    await page.getByRole('button', { name: 'Regular expression' }).click()
    await page.locator('[data-find]').fill(String.raw`batch 2\d9 `)
    await page.getByText('1 of 10 lines').waitFor()
    await page.locator('[data-find]').fill('(')
    await page.locator('[data-fault]').waitFor()
    await page.locator('[data-find]').focus()
    await page.keyboard.press('Escape')
    expect(await page.locator('[data-find]').count()).toBe(0)
    await page.getByLabel('Detail', { exact: true }).waitFor()
    await closed(page)
  })

  test('N12: n goes from one error line that was never seen to the next', async () => {
    const page = await openPage(browser, at)
    await opened(page, 'server_log')
    const unseen = page.getByRole('button', { name: /never seen/ })
    await unseen.waitFor()
    const target = page.locator('[data-content] [data-target]')
    const met = new Set<string>()
    for (let i = 0; i < 4; i++) {
      await page.keyboard.press('n')
      await page.waitForTimeout(400)
      const text = (await target.textContent()) ?? ''
      expect(text).toContain('FATAL')
      met.add(text)
    }
    expect(`${met.size} error lines never seen`).toBe(await unseen.textContent())
    await closed(page)
  })
})
