import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageFile } from '../../../src/main/electron/page-files.ts'
import { PAGE_CSP } from '../../../src/shared/csp.ts'

let folder = ''
const get = (path: string) => pageFile(join(folder, 'page'), `app://spillway${path}`)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spillway-page-'))
  await mkdir(join(folder, 'page', 'assets'), { recursive: true })
  await mkdir(join(folder, 'page-secret'))
  await writeFile(join(folder, 'page', 'index.html'), '<!doctype html>')
  await writeFile(join(folder, 'page', 'assets', 'a b.js'), 'let a')
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(folder, 'page-secret', 'secret.txt'), 'secret')
})
afterAll(() => rm(folder, { recursive: true }))

it('serves the page under the same strict policy as the daemon', async () => {
  const reply = await get('/')
  expect(await reply.text()).toBe('<!doctype html>')
  expect(reply.headers.get('content-security-policy')).toBe(PAGE_CSP)
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
})

it('serves files by their decoded name with their type', async () => {
  const reply = await get('/assets/a%20b.js?v=1')
  expect(await reply.text()).toBe('let a')
  expect(reply.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
})

it.each([
  '/missing.js',
  '/assets',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fpage-secret/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/%00',
  '/%zz',
  '/index.html/x',
])('answers 404 for %s', async (path) => {
  expect((await get(path)).status).toBe(404)
})
