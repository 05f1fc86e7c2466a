import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepScreenshot } from './desktop-app.ts'
import { browserMissing, launchBrowser } from '../browser.ts'
import { faultsOf, openPage, startInspected } from './timeline-page.ts'
import type { Inspected } from './timeline-page.ts'

const RULES = '# Standing rules\n\n- Run `npm test` before a commit.\n- Never touch **vendor/**.\n'

describe.skipIf(browserMissing)(`notes${browserMissing ? ` (${browserMissing})` : ''}`, () => {
  let browser: Browser
  let at: Inspected
  let page: Page

  beforeAll(async () => {
    browser = await launchBrowser()
    at = await startInspected()
    await at.api.putNote({ name: 'rules', content: RULES, scope: 'project', project: '/work/shop' })
    await at.api.putNote({ name: 'scratch', content: 'half a thought', scope: 'session', session: 'mine' })
  }, 60_000)
  afterAll(async () => {
    await browser.close()
    await at[Symbol.asyncDispose]()
  })
  beforeEach(async () => {
    page = await openPage(browser, at)
    await page.getByRole('button', { name: 'Entries' }).click()
    await page.getByRole('button', { name: 'Notes' }).click()
    await row('rules').waitFor()
  })
  afterEach(async () => {
    expect(faultsOf(page)).toEqual([])
    await page.context().close()
  })

  const list = () => page.getByRole('grid', { name: 'Notes' })
  const row = (name: string) => list().getByRole('row').filter({ hasText: name })
  const pane = () => page.getByRole('complementary', { name: /note/i })
  const text = (name: string) => page.getByRole('textbox', { name: `Text of ${name}` })
  const stored = async (name: string) => (await at.api.getNote({ name, project: '/work/shop' })).content

  for (const theme of ['dark', 'light'] as const)
    test(`B4: ${theme}: the notes of all projects and sessions, whom each is for, and how it reads`, async () => {
      await page.emulateMedia({ colorScheme: theme })
      await row('scratch').getByText('its session').waitFor()
      await row('rules').click()
      await pane().getByText('read by every agent in /work/shop').waitFor()
      expect(await text('rules').inputValue()).toBe(RULES)
      await keepScreenshot(page, `notes-${theme}.png`)
      await pane().getByRole('tab', { name: 'Preview' }).click()
      await pane().getByRole('heading', { name: 'Standing rules' }).waitFor()
      await keepScreenshot(page, `notes-preview-${theme}.png`)
    })

  test('B4: a note for a project is written by keyboard alone, renamed and deleted', async () => {
    const add = page.getByRole('button', { name: 'New note' })
    await add.focus()
    await page.keyboard.press('Enter')
    const name = pane().getByRole('textbox', { name: 'Name' })
    await name.focus()
    await page.keyboard.type('deploy')
    await page.keyboard.press('Tab')
    await page.keyboard.type('/work/shop')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Ask before you deploy.')
    await page.keyboard.press('Control+s')
    await row('deploy').waitFor()
    expect(await stored('deploy')).toBe('Ask before you deploy.')

    await text('deploy').fill('Ask twice before you deploy.')
    await page.keyboard.press('Control+s')
    await pane()
      .getByText(/^version 2/)
      .waitFor()
    expect(await stored('deploy')).toBe('Ask twice before you deploy.')

    await pane().getByRole('button', { name: 'Rename…' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('rules')
    await page.keyboard.press('Enter')
    await page.getByText('Another entry of this project is already called rules.').first().waitFor()
    await page.getByRole('dialog', { name: 'Rename deploy' }).getByRole('textbox').fill('deploying')
    await page.keyboard.press('Enter')
    await row('deploying').waitFor()

    await pane().getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleting deploying…').waitFor()
    await expect.poll(() => row('deploying').count(), { timeout: 15_000 }).toBe(0)
  })

  test('B6: what was written meanwhile is shown beside what is being typed, and a person chooses', async () => {
    await row('rules').click()
    await text('rules').fill(`${RULES}- Mine.\n`)
    const before = await stored('rules')
    await at.api.putNote({
      name: 'rules',
      content: `${before}- Theirs.\n`,
      scope: 'project',
      project: '/work/shop',
    })
    const conflict = page.getByRole('region', { name: 'Two versions' })
    await conflict.getByText('- Theirs.').waitFor()
    await conflict.getByText('- Mine.').waitFor()
    await keepScreenshot(page, 'notes-conflict-dark.png')
    await conflict.getByRole('button', { name: 'Edit both as one' }).click()
    expect(await text('rules').inputValue()).toContain('- Theirs.')
    await text('rules').fill(`${RULES}- Theirs.\n- Mine.\n`)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => stored('rules')).toBe(`${RULES}- Theirs.\n- Mine.\n`)
  })

  test('B6: who holds a note is shown, and nobody else writes it', async () => {
    await at.api.putNote({
      name: 'rules',
      content: RULES,
      scope: 'project',
      project: '/work/shop',
      session: 'other',
      lease: 40,
    })
    await row('rules').click()
    await pane()
      .getByText(/^Held by session/)
      .waitFor()
    await text('rules').fill('mine now')
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByText(/rules is leased by another session/)
      .first()
      .waitFor()
    expect(await stored('rules')).toBe(RULES)
    expect(await text('rules').inputValue()).toBe('mine now')
  })
})
