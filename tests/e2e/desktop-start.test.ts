import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ROOT } from '../../scripts/build.ts'
import { findDaemon } from '../../src/main/client/discover.ts'
import { homePaths } from '../../src/main/daemon/paths.ts'
import { PAGE_CSP } from '../../src/shared/csp.ts'
import { makeHome, removeHome, startTestDaemon } from './desktop-app.ts'

let home = ''

beforeEach(async () => {
  home = await makeHome()
  await writeFile(homePaths(home).config, '{"server": {"port": 0}}')
})
afterEach(() => removeHome(home))

/** `npm start` on a machine without a display. It must not build: other tests run what is built. */
function startHeadless() {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = process.env
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'start.mjs'), '--no-build', '--home', home], {
    env,
  })
  const exited = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const says = (pattern: RegExp) => expect.poll(() => output, { timeout: 60_000 }).toMatch(pattern)
  return { child, exited, says, output: () => output }
}

it('without a display: says so in one line, serves the page, prints a login address, ends what it started', async () => {
  const start = startHeadless()
  await start.says(/Ctrl-C ends Spillway/)
  expect(start.output().match(/^No desktop window: there is no display\..*$/gm)).toHaveLength(1)
  const address = /http:\/\/127\.0\.0\.1:\d+\/#code=\S+/.exec(start.output())?.[0] ?? ''
  const page = await fetch(address)
  expect(page.headers.get('content-security-policy')).toBe(PAGE_CSP)
  expect(await page.text()).toContain('<title>Spillway</title>')

  start.child.kill('SIGINT')
  expect(await start.exited).toEqual([0, null])
  expect(await findDaemon(home)).toBeNull()
})

it('opens a daemon that runs already, and leaves it running', async () => {
  const daemon = await startTestDaemon(home)
  const start = startHeadless()
  expect(await start.exited).toEqual([0, null])
  expect(start.output()).toContain(`${daemon.url}/#code=`)
  expect(await findDaemon(home)).toMatchObject({ pid: daemon.pid })
  await daemon.stop()
})

it('fails with one line where the daemon refuses to start', async () => {
  await writeFile(homePaths(home).database, 'this is not a database, and must not be overwritten')
  const start = startHeadless()
  expect(await start.exited).toEqual([1, null])
  expect(start.output()).toMatch(/^spillway: .+$/m)
})
