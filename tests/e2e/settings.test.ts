import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepScreenshot } from './desktop-app.ts'
import { browserMissing, launchBrowser } from '../browser.ts'
import { faultsOf, openPage, startInspected } from './timeline-page.ts'
import type { Inspected } from './timeline-page.ts'

const WRITTEN = `{
  // Small results are cheap enough.
  "policy": { "thresholdBytes": 8192, "tools": { "fs.read_*": { "ttlSeconds": 3600 } } }
}
`

describe.skipIf(browserMissing)(`settings${browserMissing ? ` (${browserMissing})` : ''}`, () => {
  let browser: Browser
  let at: Inspected
  let page: Page
  const file = () => join(at.home, 'config.json')

  beforeAll(async () => {
    browser = await launchBrowser()
    at = await startInspected()
    await at.offload({ tool: 'fs.read_text_file', content: 'something to show' })
  }, 60_000)
  afterAll(async () => {
    await browser.close()
    await at[Symbol.asyncDispose]()
  })
  beforeEach(async () => {
    await writeFile(file(), WRITTEN)
    page = await openPage(browser, at)
    await page.getByRole('button', { name: 'Settings' }).click()
    await expect.poll(() => threshold().inputValue()).toBe('8192')
  })
  afterEach(async () => {
    expect(faultsOf(page)).toEqual([])
    await page.context().close()
  })

  const threshold = () => page.getByRole('textbox', { name: 'Threshold' })

  test('a value that is typed is in force and in the file, whose comments stay; it goes back to its default', async () => {
    await threshold().fill('2000')
    await page.keyboard.press('Enter')
    await expect.poll(() => readFile(file(), 'utf8')).toContain('"thresholdBytes": 2000')
    expect(await readFile(file(), 'utf8')).toContain('// Small results are cheap enough.')
    await page.getByRole('button', { name: 'Threshold back to the default' }).click()
    await expect.poll(() => threshold().inputValue()).toBe('4096')
    expect(await readFile(file(), 'utf8')).not.toContain('thresholdBytes')
    expect(await readFile(file(), 'utf8')).toContain('// Small results are cheap enough.')
  })

  test('what is no number, or refused, changes nothing and says so', async () => {
    await threshold().fill('many')
    expect(await threshold().getAttribute('aria-invalid')).toBe('true')
    await page.keyboard.press('Enter')
    expect(await threshold().inputValue()).toBe('8192')
    await page.getByRole('textbox', { name: 'Cache', exact: true }).fill('0')
    await page.keyboard.press('Enter')
    await page
      .getByText(/config.json, retention.maxBytes: /)
      .first()
      .waitFor()
    expect(await readFile(file(), 'utf8')).toBe(WRITTEN)
  })

  test('follows the file, and says what is wrong in it while the last good one is in force', async () => {
    await writeFile(file(), '{ "policy": { "thresholdBytes": 1234 } }')
    await expect.poll(() => threshold().inputValue()).toBe('1234')
    await writeFile(file(), '{ "policy": { "thresholdBytes": "much" } }')
    await page
      .getByRole('alert')
      .getByText(/policy.thresholdBytes/)
      .waitFor()
    expect(await threshold().inputValue()).toBe('1234')
  })

  test('the file is changed as text, but not over what somebody else wrote meanwhile', async () => {
    await page.getByRole('tab', { name: 'config.json' }).click()
    const text = page.getByRole('textbox', { name: 'config.json' })
    expect(await text.inputValue()).toBe(WRITTEN)
    await text.fill(WRITTEN.replace('8192', '4000'))
    await writeFile(file(), WRITTEN.replace('8192', '5000'))
    await page.getByText('The file was changed outside meanwhile.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByText(/config.json was changed meanwhile/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await text.inputValue()).toContain('5000')
    await text.fill(WRITTEN.replace('8192', '6000'))
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => readFile(file(), 'utf8')).toBe(WRITTEN.replace('8192', '6000'))
  })

  test('A12: a rule is made, changed and removed by keyboard alone; it shows the tools that it is about, and comments stay', async () => {
    const add = page.getByRole('button', { name: 'New rule…' })
    await add.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New rule' })
    await dialog.getByRole('combobox', { name: 'Tools' }).focus()
    await page.keyboard.type('fs.read_text*')
    await dialog.getByText('1 tool now: fs.read_text_file').waitFor()
    const save = dialog.getByRole('button', { name: 'Save' })
    expect(await save.isDisabled()).toBe(true)
    await dialog.getByRole('textbox', { name: /^Threshold/ }).focus()
    await page.keyboard.type('many')
    await dialog.getByText('a whole number that is large enough').waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('1000')
    await dialog.getByRole('combobox', { name: /^Action/ }).focus()
    await page.keyboard.type('off')
    await keepScreenshot(page, 'rule-dark.png')
    await page.emulateMedia({ colorScheme: 'light' })
    await keepScreenshot(page, 'rule-light.png')
    await save.focus()
    await page.keyboard.press('Enter')
    const row = page.getByRole('row', {
      name: /^fs\.read_text\* action offload · threshold 1000 bytes 1 tool/,
    })
    await row.waitFor()
    const { effective } = await at.api.getConfig({})
    expect(effective['policy']).toMatchObject({
      tools: {
        'fs.read_*': { ttlSeconds: 3600 },
        'fs.read_text*': { action: 'offload', thresholdBytes: 1000 },
      },
    })
    expect(await readFile(file(), 'utf8')).toContain('// Small results are cheap enough.')

    await row.getByRole('button', { name: 'Change the rule for fs.read_text*' }).click()
    const open = page.getByRole('dialog', { name: 'Rule for fs.read_text*' })
    await open.getByRole('combobox', { name: 'Tools' }).fill('db.*')
    await open.getByText('No tool that is known here.').waitFor()
    await open.getByRole('button', { name: 'Save' }).click()
    const renamed = page.getByRole('row', { name: /^db\.\* .* no tool/ })
    await renamed.waitFor()
    await renamed.getByRole('button', { name: 'Remove the rule for db.*' }).click()
    await renamed.waitFor({ state: 'detached' })
    expect(await readFile(file(), 'utf8')).not.toContain('fs.read_text')
  })

  for (const theme of ['dark', 'light'] as const)
    test(`${theme}: forms and rules`, async () => {
      await page.emulateMedia({ colorScheme: theme })
      await page.getByRole('row', { name: 'fs.read_* kept for 3600 seconds 1 tool' }).waitFor()
      await keepScreenshot(page, `settings-${theme}.png`)
      await page.setViewportSize({ width: 900, height: 600 })
      await keepScreenshot(page, `settings-${theme}-narrow.png`)
    })
})
