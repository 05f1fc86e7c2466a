import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectMcp } from '../integration/mcp-caller.ts'
import { keepScreenshot } from './desktop-app.ts'
import { browserMissing, launchBrowser } from '../browser.ts'
import { openPage, startInspected } from './timeline-page.ts'

const FILESYSTEM = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js',
)

describe.skipIf(browserMissing)(
  `a call that waits for a person${browserMissing ? ` (${browserMissing})` : ''}`,
  () => {
    let browser: Browser
    let folder: string
    beforeAll(async () => {
      browser = await launchBrowser()
      folder = await mkdtemp(join(tmpdir(), 'spillway-ask-'))
    })
    afterAll(async () => {
      await browser.close()
      await rm(folder, { recursive: true })
    })

    test('N1: hands a stored value on once it is allowed, and sends nothing where it is refused', async () => {
      await using at = await startInspected({
        mcpServers: { fs: { command: process.execPath, args: [FILESYSTEM, folder] } },
        policy: { tools: { 'fs.write_file': { references: 'ask' } } },
      })
      const page = await openPage(browser, at)
      await using agent = await connectMcp(at.daemon.url, at.daemon.token)
      await agent.call('scratchpad_write', { name: 'finding', content: 'deadlock in stock' })
      const write = (name: string) =>
        agent.call('fs__write_file', { path: join(folder, name), content: '{{scratchpad:finding}}' })

      const allowed = write('allowed.txt')
      const question = page.getByRole('alertdialog', { name: 'fs write_file asks for stored values' })
      await question.getByText('{{scratchpad:finding}}').waitFor()
      await keepScreenshot(page, 'confirmation-dark.png')
      await question.getByRole('button', { name: 'Allow' }).click()
      expect(await allowed).toMatchObject({ isError: false })
      expect(await readFile(join(folder, 'allowed.txt'), 'utf8')).toBe('deadlock in stock')
      await question.waitFor({ state: 'detached' })

      const refused = write('refused.txt')
      await question.getByRole('button', { name: 'Refuse' }).click()
      expect(await refused).toMatchObject({
        isError: true,
        text: expect.stringContaining('refused') as string,
      })
      await expect(readFile(join(folder, 'refused.txt'))).rejects.toThrow('ENOENT')
      await page.context().close()
    })
  },
)
