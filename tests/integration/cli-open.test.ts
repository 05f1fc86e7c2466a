import { once } from 'node:events'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createHome, runJson, startCli } from './cli-process.ts'
import type { TestHome } from './cli-process.ts'

let at: TestHome
beforeAll(async () => {
  at = await createHome()
})
afterAll(async () => await at[Symbol.asyncDispose]())

describe('spillway open', () => {
  test('--print gives an address whose code lets one browser in, once', async () => {
    const printed = await runJson(at.home, 'open', '--print')
    const { url, opened } = z.object({ url: z.url(), opened: z.boolean() }).parse(printed)
    expect(opened).toBe(false)
    const target = new URL(url)
    expect(target.search).toBe('')
    const code = new URLSearchParams(target.hash.slice(1)).get('code')
    const logIn = async () =>
      await fetch(new URL('/api/v1/login', url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      })
    const first = await logIn()
    expect(first.status).toBe(200)
    expect(first.headers.get('set-cookie')).toContain('HttpOnly')
    expect((await logIn()).status).toBe(401)
  })

  // What xdg-open does is put in its place: a program of that name, first on the PATH, that notes what it was given.
  test.runIf(process.platform === 'linux')(
    'the code is in no argument, but in a file of the user alone',
    async () => {
      const bin = join(at.home, 'bin')
      const noted = join(at.home, 'noted')
      await mkdir(bin)
      await writeFile(join(bin, 'xdg-open'), `#!/bin/sh\nprintf '%s' "$*" > '${noted}'\n`, { mode: 0o755 })
      const env = { PATH: `${bin}:${process.env['PATH']}`, DISPLAY: ':99' }
      const child = startCli(at.home, ['open', '--no-electron', '--json'], { env })
      let printed = ''
      child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
      await once(child, 'close')
      const { url, opened } = z.object({ url: z.url(), opened: z.boolean() }).parse(JSON.parse(printed))
      expect(opened).toBe(true)
      const argument = await readOnceWritten(noted)
      expect(argument).toBe(join(at.home, 'open.html'))
      expect(await readFile(argument, 'utf8')).toContain(url)
      expect((await stat(argument)).mode & 0o777).toBe(0o600)
    },
  )
})

async function readOnceWritten(path: string): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const text = await readFile(path, 'utf8').catch(() => '')
    if (text !== '') return text
    await sleep(25)
  }
  throw new Error(`${path} was not written`)
}
