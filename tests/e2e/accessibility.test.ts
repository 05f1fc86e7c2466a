import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VIEW_IDS } from '../../src/renderer/state/place.ts'
import { seriousViolations } from './axe.ts'
import { browserMissing, launchBrowser } from '../browser.ts'
import { faultsOf, logText, openPage, rows, startInspected } from './timeline-page.ts'
import type { Inspected } from './timeline-page.ts'

/** One of each kind that has a viewer of its own. */
const CONTENTS = {
  read_log: logText(600, 512),
  list_orders: JSON.stringify(
    Array.from({ length: 300 }, (_, id) => ({ id, total: id * 1.5, state: 'paid' })),
  ),
  export_csv: `id,name\n${Array.from({ length: 900 }, (_, id) => `${id},"name ${id}"`).join('\n')}\n`,
  read_readme: `# Title\n\n${'A paragraph with a [link](https://example.com).\n\n'.repeat(200)}`,
  read_page: `<!doctype html><title>Page</title><body>${'<p>Words of a page.</p>\n'.repeat(400)}`,
  show_diff: `diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1,400 +1,400 @@\n${'-old\n+new\n'.repeat(800)}`,
} as const

/** What lies over a view, by the key that opens it. */
const OVERLAYS = { palette: 'Control+k', shortcuts: '?' } as const

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()
const item = (name: string) => (page: Page) => page.getByRole('menuitem', { name }).click()
const firstRow = (page: Page) => page.locator('[data-list] [role=row][aria-selected]').first().click()

/** Dialogs, by the view that they open from and the way there. */
const DIALOGS: Readonly<Record<string, readonly [view: string, ...way: ((page: Page) => Promise<void>)[]]>> =
  {
    prune: ['timeline', press('Prune…')],
    'run again': ['timeline', firstRow, press('More'), item('Run again…')],
    'a new client': ['gateway', press('New client…')],
    'connect a client': ['gateway', press('Connect…')],
    'take over servers': ['gateway', press('Take over…')],
    'export a session': ['sessions', firstRow, press('Export…')],
    'import a recording': ['sessions', press('Import…')],
    'name a turn': ['sessions', firstRow, press('More for turn 1'), item('Rename…')],
    'serve a turn': [
      'timeline',
      firstRow,
      (page) => page.keyboard.press('r'),
      press('Serve…'),
      press('Serve'),
    ],
    'rename a note': ['entries', press('Notes'), firstRow, press('Rename…')],
    'a new rule': ['settings', press('New rule…')],
  }

describe.skipIf(browserMissing)(`for everybody${browserMissing ? ` (${browserMissing})` : ''}`, () => {
  let browser: Browser
  let at: Inspected

  beforeAll(async () => {
    browser = await launchBrowser()
    const missing = { command: process.execPath, args: ['-e', 'process.exit(3)'] }
    at = await startInspected({ mcpServers: { missing } })
    const { id: session } = await at.api.createSession({ project: '/work/shop' })
    await at.api.startTurn({ session, prompt: 'Why did the nightly export fail?' })
    for (const [tool, content] of Object.entries(CONTENTS)) {
      const { entry } = await at.offload({
        tool: `shop.${tool}`,
        content,
        session,
        arguments: { path: tool },
      })
      if (entry) await at.api.readEntry({ id: entry.id, mode: 'head', n: 200 })
    }
    await at.offload({ tool: 'shop.read_small', content: 'small', session })
    await at.api.putNote({ name: 'findings', content: '# Findings\n\n- the batch gave up', session })
  })
  afterAll(async () => {
    await browser.close()
    await at[Symbol.asyncDispose]()
  })

  test.each(['dark', 'light'] as const)('axe finds nothing serious in any view, %s', async (theme) => {
    const page = await openPage(browser, at, { theme })
    await rows(page, 'read_log').waitFor()
    const found: Record<string, string[]> = {}
    const look = async (where: string) => {
      await settled(page)
      const violations = await seriousViolations(page)
      if (violations.length > 0) found[where] = violations
    }
    const goTo = (view: string) =>
      page
        .getByRole('navigation')
        .getByRole('button', { name: new RegExp(`^${view}$`, 'i') })
        .click()
    for (const view of VIEW_IDS) {
      await goTo(view)
      await look(view)
      const row = page.locator('[data-list] [role=row][aria-selected]').first()
      if ((await row.count()) === 0) continue
      await row.click()
      await look(`${view}, one open`)
      await page.keyboard.press('Escape')
    }
    await goTo('timeline')
    for (const tool of Object.keys(CONTENTS)) {
      await rows(page, tool).first().click()
      await page.getByRole('tab', { name: /full/i }).first().click()
      await look(`content of ${tool}`)
    }
    await page.keyboard.press('Escape')
    for (const [overlay, key] of Object.entries(OVERLAYS)) {
      await page.keyboard.press(key)
      await page.getByRole('dialog').waitFor()
      await look(overlay)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    // Both themes share what dialogs are made of: each is looked at in one of them.
    for (const [index, [name, [view, ...way]]] of Object.entries(DIALOGS).entries()) {
      if ((index % 2 === 0) !== (theme === 'dark')) continue
      await goTo(view)
      for (const step of way) await step(page)
      await page.getByRole('dialog').waitFor()
      await look(`the dialog: ${name}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    expect(found).toEqual({})
    expect(faultsOf(page)).toEqual([])
    await page.context().close()
  })
})

/**
 * What is fading in has not its contrast yet, what is being fetched is not there to be looked at, and a view that is still being loaded
 * has the one before it hidden in its place.
 */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-busy=true], main > [style*="display: none"]') === null &&
      document
        .getAnimations()
        .every(
          ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
        ),
  )
}
