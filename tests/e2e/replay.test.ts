import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ROOT } from '../../scripts/build.ts'
import { DEMO_STEPS } from '../../src/main/demo/script.ts'
import type { Replay, ReplayStep } from '../../src/shared/contract/replay.ts'
import { HEADER } from '../../src/shared/names.ts'
import { readResult } from '../../src/shared/reading.ts'
import { runCli } from '../integration/cli-process.ts'
import { http, rawClient } from '../integration/raw-client.ts'
import { keepScreenshot } from './desktop-app.ts'
import { browserMissing, launchBrowser } from '../browser.ts'
import { faultsOf, openPage, startInspected } from './timeline-page.ts'
import type { Inspected } from './timeline-page.ts'

describe.skipIf(browserMissing)(`replay${browserMissing ? ` (${browserMissing})` : ''}`, () => {
  let browser: Browser
  let at: Inspected
  let session: string
  let replay: Replay

  beforeAll(async () => {
    browser = await launchBrowser()
    at = await startInspected()
    const { code, stderr } = await runCli(at.home, 'demo', '--fast', '--home', at.home)
    if (code !== 0) throw new Error(stderr)
    session = (await at.api.listSessions({})).items[0]?.id ?? ''
    // Until every token is counted the figures still move.
    await vi.waitUntil(counted, { timeout: 30_000, interval: 300 })
    replay = await at.api.replaySession({ id: session })
  }, 120_000)
  afterAll(async () => {
    await browser.close()
    await at[Symbol.asyncDispose]()
  })

  /** Whether all calls are counted, and nothing that was read changes any more. */
  let last = ''
  async function counted(): Promise<boolean> {
    const { turnList } = await at.api.getSession({ id: session })
    const turns = await Promise.all(turnList.map(({ id }) => at.api.getTurn({ id })))
    const before = last
    last = JSON.stringify((await at.api.replaySession({ id: session })).sums)
    return (
      before === last &&
      turns.flatMap(({ callList }) => callList).every(({ tokensDelivered }) => tokensDelivered !== null)
    )
  }

  const go = async (page: Page, query: string, grid = 'Steps') => {
    // A page is drawn once it is signed in; to leave it before would use its code up for nothing.
    await page.getByRole('navigation', { name: 'Views' }).waitFor()
    await page.goto(`${new URL(page.url()).origin}/?view=replay&${query}`)
    await page.getByRole('grid', { name: grid, exact: true }).waitFor()
  }
  const place = (page: Page) => page.getByRole('slider', { name: 'Moment of the replay' })
  const figure = (page: Page, name: string) =>
    page
      .getByRole('region', { name: 'The context at this moment' })
      .locator('div')
      .filter({ has: page.locator('small', { hasText: name }) })
      .locator('strong')
      .last()

  /** What the record says that the agent got at a step. */
  const recorded = async (step: ReplayStep): Promise<string> => {
    if (step.kind === 'call') {
      const { delivered } = await at.api.getCall({ id: step.id })
      const { content } = delivered as { content: { text: string }[] }
      return content.map(({ text }) => text).join('\n')
    }
    const { reads } = await at.api.getEntry({ id: step.entry })
    const { mode, params } = reads.find(({ id }) => id === step.id) ?? { mode: 'none', params: {} }
    // As a person who looks: this read must not count.
    const answer = await fetch(new URL(`/api/v1/entries/${step.entry}/read`, at.daemon.url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${at.daemon.token}`,
        'content-type': 'application/json',
        [HEADER.view]: '1',
      },
      body: JSON.stringify({ ...params, mode }),
    })
    const { text } = readResult.parse(await answer.json())
    return text
  }

  test('D8: stepped through by keyboard, the demo’s session equals its recording, byte for byte, and adds up', async () => {
    const page = await openPage(browser, at)
    await go(page, `session=${session}`)
    await page.getByRole('tab', { name: 'Agent saw' }).click()
    await page.getByRole('grid', { name: 'Steps' }).focus()
    await page.keyboard.press('Home')
    const tokens = { held: 0, whole: 0 }
    let seen = 0
    let turn = ''
    for (const step of replay.steps) {
      if (step.turn !== turn) {
        turn = step.turn
        const prompt = replay.turns.find(({ id }) => id === turn)
        if (prompt !== replay.turns[0]) await page.keyboard.press('ArrowRight')
        await expect.poll(() => page.locator('[data-agent-saw]').textContent()).toBe(prompt?.prompt)
        tokens.held += prompt?.promptTokens ?? 0
        tokens.whole += prompt?.promptTokens ?? 0
      }
      await page.keyboard.press('ArrowRight')
      const text = await recorded(step)
      await expect.poll(() => page.locator('[data-agent-saw]').textContent()).toBe(text)
      seen += 1
      if (step.kind === 'call') {
        tokens.held += step.tokens.arguments + step.tokens.delivered
        tokens.whole += step.tokens.arguments + step.tokens.raw
      } else tokens.held += step.tokens
      expect(await figure(page, 'in the context').textContent()).toBe(tokens.held.toLocaleString('en-US'))
      expect(await figure(page, 'Without Spillway').textContent()).toBe(tokens.whole.toLocaleString('en-US'))
    }
    expect(seen).toBe(DEMO_STEPS)
    // What stayed out is what the session says, prompts and arguments being the same on both sides.
    const { tokens: sums } = await at.api.getSession({ id: session })
    expect(tokens.whole - tokens.held).toBe(sums.net)
    expect(await place(page).getAttribute('aria-valuenow')).toBe(
      await place(page).getAttribute('aria-valuemax'),
    )
    expect(faultsOf(page)).toEqual([])
    // Looking is no reading.
    expect((await at.api.replaySession({ id: session })).sums.reads).toBe(replay.sums.reads)
    await page.context().close()
  })

  for (const theme of ['dark', 'light'] as const) {
    test(`N12 D8: ${theme}: at each step only what had been seen by then is covered; the address names the step`, async () => {
      const page = await openPage(browser, at, { theme })
      const electron = replay.turns.find(({ number }) => number === 4)?.id ?? ''
      await go(page, `turn=${electron}&step=1`)
      await page.getByRole('tab', { name: 'Full content' }).click()
      const said = page.getByText('Seen by then:')
      const before = await said.textContent()
      await page.getByRole('button', { name: 'Forward' }).click()
      await expect.poll(() => page.url()).toMatch(/step=r\d+/)
      await expect.poll(() => said.textContent()).not.toBe(before)
      await page.goBack()

      await go(page, `session=${session}&step=r${replay.steps.at(-1)?.id}`)
      await page.getByRole('tab', { name: 'Agent saw' }).click()
      await page.locator('[data-agent-saw]').waitFor()
      await keepScreenshot(page, `replay-${theme}.png`)
      await page.getByRole('tab', { name: /Known by now/ }).click()
      await keepScreenshot(page, `replay-known-${theme}.png`)
      const known = page.getByRole('grid', { name: 'Known by now' })
      await expect.poll(() => known.getByRole('row').count()).toBe(replay.entries.length)
      await known.getByText('read_text_file_3').click()
      await page.getByText('as known at read after step 1').waitFor()
      await page.setViewportSize({ width: 900, height: 600 })
      await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
      await keepScreenshot(page, `replay-${theme}-narrow.png`)
      expect(faultsOf(page)).toEqual([])
      await page.context().close()
    })
  }

  test('D8: it plays, stops, and is scrubbed; from the timeline and the sessions one comes here by `r` and by mouse', async () => {
    const page = await openPage(browser, at)
    await page.getByRole('button', { name: 'Replay turn 4' }).click()
    await page.getByRole('grid', { name: 'Steps' }).waitFor()
    const now = async () => Number(await place(page).getAttribute('aria-valuenow'))
    const last = Number(await place(page).getAttribute('aria-valuemax'))
    await page.keyboard.press('End')
    expect(await now()).toBe(last)
    for (let i = 0; i < 3; i++) await page.keyboard.press(']')
    await expect.poll(() => page.getByRole('button', { name: '8×', pressed: true }).isVisible()).toBe(true)
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    // From the beginning to the end, and there it stops.
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    expect(await now()).toBe(last)

    const box = await place(page).boundingBox()
    if (box === null) throw new Error('the scrubber has no place')
    await page.mouse.move(box.x + box.width - 1, box.y + 40)
    await page.mouse.down()
    await page.mouse.move(box.x + 1, box.y + 40, { steps: 8 })
    await page.mouse.up()
    expect(await now()).toBe(0)

    await page.keyboard.press('2')
    await page.getByRole('grid', { name: 'Sessions' }).getByText('demo-agent').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('r')
    await page.getByRole('heading', { name: /Whole session/ }).waitFor()
    await page.keyboard.press('1')
    await page.locator('[data-timeline] [role=row]').first().waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('r')
    await page.getByRole('heading', { name: /Turn \d of 6/ }).waitFor()
    expect(faultsOf(page)).toEqual([])
    await page.context().close()
  })

  test('D8: two turns stand side by side, by keyboard alone, with what the agent saw at each', async () => {
    const page = await openPage(browser, at)
    const turn = (number: number) => replay.turns.find((one) => one.number === number)?.id ?? ''
    await go(page, `turn=${turn(2)}`)
    await page.getByRole('button', { name: 'Compare…' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: /Turn 5/ }).waitFor()
    // The last turn is first.
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const grid = page.getByRole('grid', { name: 'Steps of both turns' })
    await expect.poll(() => page.url()).toContain(`with=${turn(5)}`)
    // Both read the lockfile; the rest is their own.
    await expect.poll(() => grid.locator('[data-state=same]').count()).toBe(1)
    expect(await grid.locator('[data-state=alone]').count()).toBe(3)
    await page.getByRole('button', { name: 'Back to the replay' }).focus()
    await grid.focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.locator('[data-agent-saw]').count()).toBe(2)
    const [left, right] = await page.locator('[data-agent-saw]').allTextContents()
    expect(left).toContain('JSON object')
    expect(right).toContain('JSON object')
    await page.getByRole('button', { name: 'Replay from here' }).last().click()
    await page.getByRole('heading', { name: /Turn 5 of 6/ }).waitFor()
    expect(faultsOf(page)).toEqual([])
    await page.context().close()
  })

  test('N9: a turn is served from its replay, the dialog tells what an agent asks of it, and it is stopped there', async () => {
    const turn = replay.turns.find(({ number }) => number === 1)?.id ?? ''
    const page = await openPage(browser, at)
    await go(page, `turn=${turn}`)
    await page.getByRole('button', { name: 'Serve…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Serve', exact: true }).click()
    await dialog.getByText(/0 answered, 0 missed/).waitFor()
    const { items } = await at.api.listReplays({})
    const { url, token, calls } = await at.api.getReplay({ id: items[0]?.id ?? '' })
    await dialog.getByText(`Authorization: Bearer ${token}`).waitFor()

    const { callList } = await at.api.getTurn({ id: turn })
    const [first] = callList.filter(({ server }) => server !== null)
    await using agent = await rawClient(http(url, new URL(url).pathname, token))
    const listed = (await agent.request('tools/list')) as { tools: { name: string }[] }
    // The demo's agent saw its one server's tools by their own names.
    const name = listed.tools.find((tool) => tool.name.endsWith(first?.tool ?? ''))?.name
    await agent.request('tools/call', { name, arguments: first?.arguments as object })
    await agent.request('tools/call', { name, arguments: { of: 'nothing' } })
    await dialog
      .getByText(`${calls} recorded call`)
      .getByText(/1 answered, 1 missed/)
      .waitFor()
    await dialog.getByText('was called with other arguments').waitFor()
    await keepScreenshot(page, 'serve-dark.png')

    await dialog.getByRole('button', { name: 'Stop serving' }).click()
    await dialog.getByRole('button', { name: 'Serve', exact: true }).waitFor()
    expect(await at.api.listReplays({})).toEqual({ items: [] })
    expect(faultsOf(page)).toEqual([])
    await page.context().close()
  })

  /** The commands of docs/replay.md that make its story, as they stand there. */
  const story = async (): Promise<string[]> => {
    const page = await readFile(join(ROOT, 'docs/replay.md'), 'utf8')
    const section = page.split(/^## /m).find((part) => part.startsWith('The error that it never saw'))
    return Array.from((section ?? '').matchAll(/^```sh test\n(.*?)^```/gms), ([, block = '']) => block)
  }

  test('N12: the story of docs/replay.md: the replay shows the line that the agent never saw', async () => {
    const env = { ...process.env, SPILLWAY_HOME: at.home, SPILLWAY_URL: at.daemon.url }
    for (const block of (await story()).slice(0, 2))
      await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', block], { env, cwd: at.home })
    const { items } = await at.api.listTurns({ limit: 2 })
    const [second, first] = items
    expect(first?.prompt).toBe("Why did last night's import stop?")

    for (const theme of ['dark', 'light'] as const) {
      const page = await openPage(browser, at, { theme })
      await go(page, `turn=${first?.id}&step=1`)
      await page.getByRole('tab', { name: 'Full content' }).click()
      await page.getByRole('grid', { name: 'Steps' }).focus()
      await page.keyboard.press('End')
      await page.getByText('1 error line not seen by then').click()
      const line = page.locator('[data-content] div').filter({ hasText: /^11,841/ })
      await line.getByText('DeadlockError: gave up after 3 retries').waitFor()
      expect(await line.first().getAttribute('data-seen')).toBeNull()
      await keepScreenshot(page, `replay-missed-${theme}.png`)

      // The other turn asked for it: there it was read.
      await go(page, `turn=${second?.id}`)
      await page.keyboard.press('End')
      await page.getByRole('tab', { name: 'Full content' }).click()
      await page.getByText('1 error line, all seen').waitFor()
      await go(page, `turn=${first?.id}&with=${second?.id}`, 'Steps of both turns')
      await page.getByText('arguments', { exact: true }).click()
      await expect.poll(() => page.locator('[data-agent-saw]').count()).toBe(2)
      await keepScreenshot(page, `replay-missed-compare-${theme}.png`)
      expect(faultsOf(page)).toEqual([])
      await page.context().close()
    }
  })
})
