import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { build } from 'vite'
import { ROOT } from '../../scripts/build.ts'
import { apiClient } from '../../src/main/client/api.ts'
import type { ApiClient } from '../../src/main/client/api.ts'
import { findDaemon } from '../../src/main/client/discover.ts'
import type { DaemonAddress } from '../../src/main/client/discover.ts'
import type { ConfigInput } from '../../src/shared/config.ts'
import type { OffloadInput } from '../../src/shared/contract/entries.ts'
import { createHome, endProcess, serve } from '../integration/cli-process.ts'

/** A daemon in a home of its own, with the built page. */
export interface Inspected extends AsyncDisposable {
  readonly home: string
  readonly daemon: DaemonAddress
  readonly api: ApiClient
  /** A result over HTTP, as an agent runtime offers it; returns what goes into the context. */
  offload(input: OffloadInput): ReturnType<ApiClient['offload']>
  stop(): Promise<void>
  /** Starts it again on the port that it had. */
  restart(): Promise<void>
}

/** @param prepare fills the home before the daemon opens it */
export async function startInspected(
  config: ConfigInput = {},
  prepare?: (home: string) => Promise<void>,
): Promise<Inspected> {
  if (!existsSync(join(ROOT, 'out', 'renderer', 'index.html'))) {
    await build({ configFile: join(ROOT, 'vite.web.config.ts'), logLevel: 'warn' })
  }
  const at = await createHome(config)
  await prepare?.(at.home)
  let child: ChildProcess = (await serve(at.home)).child
  const daemon = await findDaemon(at.home)
  if (daemon === null) throw new Error('the daemon cannot be found')
  const api = apiClient(daemon)
  return {
    home: at.home,
    daemon,
    api,
    offload: (input) => api.offload(input),
    async stop() {
      if (child.pid !== undefined) await endProcess(child.pid)
    },
    async restart() {
      child = (await serve(at.home, '--port', new URL(daemon.url).port)).child
    },
    [Symbol.asyncDispose]: () => at[Symbol.asyncDispose](),
  }
}

export interface OpenOptions {
  width?: number
  height?: number
  theme?: 'dark' | 'light'
}

/** What a page said was wrong: uncaught errors, and whatever the CSP refused. */
const faults = new WeakMap<Page, string[]>()

/** A page that is signed in with a code, as `spillway open` opens it. */
export async function openPage(
  browser: Browser,
  { api }: Inspected,
  { width = 1280, height = 800, theme = 'dark' }: OpenOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme })
  return openTab(context, api)
}

/** Another tab of the same browser. Each signs in for itself. */
export async function openTab(context: BrowserContext, api: ApiClient): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const found: string[] = []
  faults.set(page, found)
  page.on('pageerror', ({ message }) => found.push(message))
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) found.push(message.text())
  })
  const { url } = await api.createLoginCode({})
  await page.goto(url)
  return page
}

export const faultsOf = (page: Page): readonly string[] => faults.get(page) ?? []

/** A log whose every line can be told apart; the lines named tell of an error. */
export function logText(lines: number, ...errorLines: readonly number[]): string {
  const line = (_: unknown, index: number) => {
    const time = `02:${String(Math.floor(index / 60) % 60).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}`
    return errorLines.includes(index + 1)
      ? `${time} FATAL deadlock ${index + 1}: gave up after 3 retries — größte Tabelle 🧊`
      : `${time} INFO  batch ${index + 1} committed rows=${(index * 7919) % 500}`
  }
  return Array.from({ length: lines }, line).join('\n')
}

/** The rows of the timeline that stand in the document, by kind. */
export const rows = (page: Page, text: string | RegExp) =>
  page.locator('[data-timeline] [role=row][data-kind]').filter({ hasText: text })
