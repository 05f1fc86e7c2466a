import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../../scripts/build.ts'
import { apiClient } from '../../src/main/client/api.ts'
import { connectMcp } from '../integration/mcp-caller.ts'
import type { McpCaller } from '../integration/mcp-caller.ts'
import { keepScreenshot } from './desktop-app.ts'
import { browserMissing, launchBrowser } from '../browser.ts'
import { faultsOf, openPage, startInspected } from './timeline-page.ts'
import type { Inspected } from './timeline-page.ts'

const EVERYTHING = join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')

describe.skipIf(browserMissing)(`gateway${browserMissing ? ` (${browserMissing})` : ''}`, () => {
  let browser: Browser
  let at: Inspected
  let agent: McpCaller

  beforeAll(async () => {
    browser = await launchBrowser()
    at = await startInspected({
      mcpServers: {
        every: { command: process.execPath, args: [EVERYTHING] },
        broken: { command: 'no-such-program' },
      },
    })
    agent = await connectMcp(at.daemon.url, at.daemon.token)
    await agent.call('every__echo', { message: 'there' })
    expect(await agent.call('broken__any', {})).toMatchObject({ isError: true })
  }, 120_000)
  afterAll(async () => {
    await agent[Symbol.asyncDispose]()
    await browser.close()
    await at[Symbol.asyncDispose]()
  })

  const pane = (page: Page, name: 'Server' | 'Client') => page.getByRole('complementary', { name })
  const opened = async (page: Page, server: string) => {
    await page.getByText('echo').first().waitFor()
    await page.keyboard.press('6')
    await page.getByRole('grid', { name: 'Servers' }).getByText(server, { exact: false }).first().click()
    await pane(page, 'Server').getByRole('heading', { name: server }).waitFor()
    return pane(page, 'Server')
  }
  const serverOf = async (name: string) =>
    (await at.api.listUpstreams({})).items.find((one) => one.name === name)

  for (const theme of ['dark', 'light'] as const) {
    test(`${theme}: shows how each server is, and what its tools cost a context`, async () => {
      const page = await openPage(browser, at, { theme })
      const server = await opened(page, 'every')
      await server.locator('[data-state=ready]').waitFor()
      const { items } = await at.api.listUpstreamTools({ name: 'every' })
      const cost = items.reduce((sum, { tokens }) => sum + tokens, 0)
      expect(cost).toBeGreaterThan(0)
      await server.getByText(`${items.length} tools listed, ${cost.toLocaleString('en-US')} tokens`).waitFor()
      await page.getByText('the command no-such-program was not found').waitFor()
      await keepScreenshot(page, `gateway-${theme}.png`)
      await server.getByRole('tab', { name: 'Log' }).click()
      await server.getByLabel('Log of every').getByText('Starting default').waitFor()
      await page.setViewportSize({ width: 900, height: 600 })
      await keepScreenshot(page, `gateway-${theme}-narrow.png`)
      expect(faultsOf(page)).toEqual([])
      await page.context().close()
    })
  }

  test('switches a tool, a server and its capture, and follows what others switch', async () => {
    const page = await openPage(browser, at)
    const server = await opened(page, 'every')
    await server.getByRole('switch', { name: 'echo is on' }).click()
    await expect.poll(async () => (await serverOf('every'))?.disabledTools).toEqual(['echo'])
    await at.api.updateUpstream({ name: 'every', tools: { echo: true } })
    await server.getByRole('switch', { name: 'echo is on', checked: true }).waitFor()

    await server.getByRole('switch', { name: 'Results of every are captured' }).click()
    await expect.poll(async () => (await at.api.getCapture({})).exclude).toEqual(['every.*'])
    await page.getByRole('row', { name: /every stdio .* paused/ }).waitFor()
    await at.api.resumeCapture({ server: 'every' })
    await server.getByRole('switch', { name: 'Results of every are captured', checked: true }).waitFor()

    await server.getByRole('switch', { name: 'every is on' }).click()
    await expect.poll(async () => (await serverOf('every'))?.state).toBe('disabled')
    await server.getByRole('switch', { name: 'every is on' }).click()
    await expect.poll(async () => (await serverOf('every'))?.state).not.toBe('disabled')
    expect(faultsOf(page)).toEqual([])
    await page.context().close()
  })

  test('makes a client by keyboard alone, shows its token once, and revokes it after asking', async () => {
    const page = await openPage(browser, at)
    await page.getByText('echo').first().waitFor()
    await page.keyboard.press('6')
    const add = page.getByRole('button', { name: 'New client…' })
    await add.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await page.keyboard.type('night-shift')
    await page.keyboard.press('Enter')
    const shown = page.getByRole('dialog').locator('code')
    await shown.waitFor()
    const token = await shown.textContent()
    const theirs = apiClient({ url: at.daemon.url, token: token ?? '' })
    expect(await theirs.stats({})).toMatchObject({ entries: 0 })
    await page.keyboard.press('Escape')

    const list = page.getByRole('grid', { name: 'Clients' })
    await list.getByText('night-shift').waitFor()
    await list.focus()
    await page.keyboard.press('End')
    await pane(page, 'Client').getByRole('heading', { name: 'night-shift' }).waitFor()
    await page.keyboard.press('Enter')
    const revoke = pane(page, 'Client').getByRole('button', { name: 'Revoke…' })
    for (let i = 0; i < 6 && !(await revoke.evaluate((it) => it === document.activeElement)); i++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).focus()
    await page.keyboard.press('Enter')
    await list.getByText('night-shift').waitFor({ state: 'detached' })
    await expect(theirs.stats({})).rejects.toMatchObject({ code: 'unauthorized' })
    expect(faultsOf(page)).toEqual([])
    await page.context().close()
  })
})
