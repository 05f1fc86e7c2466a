import { createHmac } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findDaemon } from '../../../src/main/client/discover.ts'
import { homePaths } from '../../../src/main/daemon/paths.ts'
import { listen } from './server.ts'

const TOKEN = 'the admin token of this home'
let home: string

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'spillway-'))
  await writeFile(homePaths(home).token, `${TOKEN}\n`)
})
afterEach(async () => await rm(home, { recursive: true }))

const announce = async (url: string) =>
  await writeFile(homePaths(home).discovery, JSON.stringify({ pid: process.pid, url, version: '9.9.9' }))

/** Answers a challenge as a daemon does that holds `token`. */
const healthy =
  (token: string): RequestListener =>
  (request, response) => {
    const challenge = new URL(request.url ?? '', 'http://x').searchParams.get('challenge') ?? ''
    const proof = createHmac('sha256', token).update(challenge).digest('hex')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ name: 'spillway', version: '1.2.3', status: 'ok', proof }))
  }

describe('findDaemon', () => {
  test('finds a daemon that proves that it holds the token, and sends it none to ask', async () => {
    await using daemon = await listen(healthy(TOKEN))
    await announce(daemon.url)
    const expected = { url: daemon.url, pid: process.pid, version: '1.2.3', token: TOKEN }
    expect(await findDaemon(home)).toEqual(expected)
    expect(daemon.requests).toHaveLength(1)
    expect(JSON.stringify(daemon.requests[0]?.rawHeaders) + daemon.requests[0]?.url).not.toContain(TOKEN)
  })

  test.each<[string, RequestListener]>([
    ['holds another token', healthy('another token')],
    ['gives no proof', (_, response) => response.end('{"name":"spillway","version":"1","status":"ok"}')],
    [
      'gives a proof of the wrong form',
      (_, response) => response.end('{"name":"spillway","version":"1","status":"ok","proof":"zz"}'),
    ],
    ['is no daemon', (_, response) => response.end('<h1>hello</h1>')],
    ['refuses', (_, response) => response.writeHead(404).end()],
  ])('a stranger on the port that %s is not a daemon', async (_, stranger) => {
    await using server = await listen(stranger)
    await announce(server.url)
    expect(await findDaemon(home)).toBeNull()
    expect(server.requests.every((request) => request.headers.authorization === undefined)).toBe(true)
  })

  test('a redirect to the daemon is no proof for who redirects', async () => {
    await using daemon = await listen(healthy(TOKEN))
    await using stranger = await listen((request, response) => {
      response.writeHead(307, { location: new URL(request.url ?? '', daemon.url).href }).end()
    })
    await announce(stranger.url)
    expect(await findDaemon(home)).toBeNull()
    expect(daemon.requests).toHaveLength(0)
  })

  test('a file that outlived its daemon is null', async () => {
    const gone = await listen(healthy(TOKEN))
    await announce(gone.url)
    await gone[Symbol.asyncDispose]()
    expect(await findDaemon(home)).toBeNull()
  })

  test('no file, and one caught half written, are null', async () => {
    expect(await findDaemon(home)).toBeNull()
    await writeFile(homePaths(home).discovery, '{"pid": 12, "ur')
    expect(await findDaemon(home)).toBeNull()
  })
})
