import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../browser.ts'
import { createHome, type TestHome } from './cli-process.ts'
import { type RunningDaemon, startDaemon } from './running-daemon.ts'

const MARK = 'document.title = "it ran"'
const HOSTILE = {
  'text/html': `<!doctype html><title>at rest</title><body onload='${MARK}'><script>${MARK}</script>`,
  'image/svg+xml': `<svg xmlns="http://www.w3.org/2000/svg" onload='${MARK}'><script>${MARK}</script></svg>`,
  'application/xhtml+xml': `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>at rest</title><script>${MARK}</script></head><body/></html>`,
  'text/javascript': 'globalThis.itRan = true',
} as const

let at: TestHome
let daemon: RunningDaemon
let browser: Browser

beforeAll(async () => {
  at = await createHome()
  daemon = await startDaemon(at.home)
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await at[Symbol.asyncDispose]()
})

async function store(mime: string, content: string): Promise<string> {
  const { entry } = await daemon.api.offload({ tool: 'fetch', content, mime, force: true })
  if (!entry) throw new Error('nothing was stored')
  return `/api/v1/entries/${entry.id}/content`
}

test.each(Object.entries(HOSTILE))('%s is sent so that no browser runs it', async (mime, body) => {
  const response = await daemon.fetch(await store(mime, body))
  expect(await response.text()).toBe(body)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment\b/)
  expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
})

test('a media type cannot smuggle in another header', async () => {
  const response = await daemon.fetch(await store('text/html\r\nx-evil: 1', HOSTILE['text/html']))
  expect(response.headers.get('x-evil')).toBeNull()
  expect(response.status).toBe(200)
})

/** A signed-in page on the daemon's own origin: the best place that a hostile content could run in. */
async function signedInPage() {
  const { code } = await daemon.api.createLoginCode({})
  const context = await browser.newContext()
  const page = await context.newPage()
  const response = await page.goto(`${daemon.url}/api/v1/health`)
  expect(response?.status()).toBe(200)
  const key = await page.evaluate(async (code) => {
    const reply = await fetch('/api/v1/login', { method: 'POST', body: JSON.stringify({ code }) })
    return ((await reply.json()) as { key: string }).key
  }, code)
  await context.setExtraHTTPHeaders({ 'spillway-key': key })
  return page
}

test('Chromium that is signed in downloads a stored page and does not show it', async () => {
  const path = await store('text/html', HOSTILE['text/html'])
  const page = await signedInPage()
  const download = page.waitForEvent('download')
  await page.goto(`${daemon.url}${path}`).catch((error: unknown) => {
    // A navigation that becomes a download is an error to playwright; anything else is one to us.
    if (!/download|ERR_ABORTED/i.test(String(error))) throw error
  })
  expect((await download).url()).toContain(path)
  expect(await page.title()).not.toBe('it ran')
  await page.context().close()
})

test('in a frame of our own origin its script does not run', async () => {
  const path = await store('text/html', HOSTILE['text/html'])
  const page = await signedInPage()
  // Even taken as a document (as if the disposition were ignored), the sandbox holds: the same policy, without the attachment.
  await page.route(`**${path}`, async (route) => {
    const reply = await route.fetch()
    const { 'content-disposition': _attachment, ...headers } = reply.headers()
    await route.fulfill({ response: reply, headers })
  })
  await page.goto(`${daemon.url}${path}`)
  expect(await page.content()).toContain('<script>')
  expect(await page.title()).toBe('at rest')
  await page.context().close()
})

test('a script element cannot load it: it brings the cookie, but not the key', async () => {
  const path = await store('text/javascript', HOSTILE['text/javascript'])
  const page = await signedInPage()
  await page.context().setExtraHTTPHeaders({})
  const reply = page.waitForResponse(`**${path}`)
  const ran = await page.evaluate(
    (src) =>
      new Promise<boolean>((resolve) => {
        const script = document.createElement('script')
        for (const end of ['load', 'error'])
          script.addEventListener(end, () => resolve('itRan' in globalThis))
        script.src = src
        document.head.append(script)
      }),
    path,
  )
  expect((await reply).status()).toBe(401)
  expect((await (await reply).request().allHeaders())['cookie']).toContain('spillway=')
  expect(ran).toBe(false)
  await page.context().close()
})
