import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readdir, readFile, stat } from 'node:fs/promises'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { apiClient } from '../../src/main/client/api.ts'
import { createHome, runCli, type TestHome } from './cli-process.ts'
import { rawRequest, type RunningDaemon, startDaemon } from './running-daemon.ts'

let at: TestHome
let daemon: RunningDaemon

beforeAll(async () => {
  at = await createHome()
  daemon = await startDaemon(at.home)
})
afterAll(async () => {
  await at[Symbol.asyncDispose]()
})

const own = () => ({ host: `127.0.0.1:${daemon.port}`, authorization: `Bearer ${daemon.token}` })
const codeOf = (body: string) => (JSON.parse(body) as { error: { code: string } }).error.code

describe('who is let in at all', () => {
  test.each(['/api/v1/entries', '/api/v1/events', '/api/v1/events/stream', '/api/v1/config', '/mcp'])(
    '%s without a token is 401',
    async (path) => {
      const response = await daemon.fetch(path, { token: null })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="spillway"')
      expect(codeOf(await response.text())).toBe('unauthorized')
    },
  )

  test('a method that MCP over HTTP does not have is told those that it has', async () => {
    const response = await daemon.fetch('/mcp', { method: 'PUT', body: '{}' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST, GET, DELETE')
  })

  test.each(['wrong', '', 'spa_0000', 'x'.repeat(5_000)])('a wrong token (%#) is 401', async (token) => {
    expect((await daemon.fetch('/api/v1/entries', { token })).status).toBe(401)
  })

  test('a token in the query counts for nothing', async () => {
    const response = await daemon.fetch(`/api/v1/entries?token=${daemon.token}`, { token: null })
    expect(response.status).toBe(401)
  })

  test('the name of the scheme is not case-sensitive', async () => {
    const reply = await rawRequest(daemon.port, '/api/v1/entries', {
      ...own(),
      authorization: `bearer ${daemon.token}`,
    })
    expect(reply.status).toBe(200)
  })

  test('health needs no token and names the program', async () => {
    const response = await daemon.fetch('/api/v1/health', { token: null })
    expect(await response.json()).toMatchObject({ name: 'spillway', status: 'ok' })
  })

  test('health proves that the daemon holds the admin token, and only when challenged', async () => {
    const asked = await daemon.fetch('/api/v1/health?challenge=abc123', { token: null })
    const { proof } = (await asked.json()) as { proof: string }
    expect(proof).toBe(createHmac('sha256', daemon.token).update('abc123').digest('hex'))
    const plain = await daemon.fetch('/api/v1/health', { token: null })
    expect(await plain.json()).not.toHaveProperty('proof')
  })

  test('the proof cannot be used to forge a cookie and its key', async () => {
    // A cookie is signed with the same secret, so its signature must never be a proof that anybody can ask for.
    const id = `${Date.now() + 1e9}.00`
    const proofOf = async (text: string) => {
      const response = await daemon.fetch(`/api/v1/health?challenge=${encodeURIComponent(text)}`, {
        token: null,
      })
      return ((await response.json()) as { proof?: string }).proof ?? ''
    }
    const cookie = `spillway=${id}.${await proofOf(`cookie:${id}`)}`
    const key = await proofOf(`key:${id}`)
    const response = await daemon.fetch('/api/v1/entries', {
      token: null,
      headers: { cookie, 'spillway-key': key },
    })
    expect(response.status).toBe(401)
  })
})

describe('Host and Origin', () => {
  test.each(['evil.example', 'evil.example:80', '127.0.0.1', '127.0.0.1:1', 'localhost.evil.example'])(
    'a foreign Host %s is 403 even with the token',
    async (host) => {
      const reply = await rawRequest(daemon.port, '/api/v1/entries', { ...own(), host })
      expect(reply.status).toBe(403)
      expect(codeOf(reply.body)).toBe('forbidden_host')
    },
  )

  test('a foreign Host may not even ask for health or the page', async () => {
    for (const path of ['/api/v1/health', '/', '/api/v1/login'])
      expect((await rawRequest(daemon.port, path, { host: `evil.example:${daemon.port}` })).status).toBe(403)
  })

  test('localhost with our port is a name of ours', async () => {
    const host = `LOCALHOST:${daemon.port}`
    expect((await rawRequest(daemon.port, '/api/v1/entries', { ...own(), host })).status).toBe(200)
  })

  test.each([
    'https://evil.example',
    'http://localhost:3000',
    'http://localhost',
    'http://127.0.0.1',
    'null',
    'file://',
  ])('a foreign Origin %s is 403 even with the token', async (origin) => {
    const reply = await rawRequest(daemon.port, '/api/v1/entries', { ...own(), origin })
    expect(reply.status).toBe(403)
    expect(codeOf(reply.body)).toBe('forbidden_origin')
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('https on our own port is another origin', async () => {
    const origin = `https://127.0.0.1:${daemon.port}`
    expect((await rawRequest(daemon.port, '/api/v1/entries', { ...own(), origin })).status).toBe(403)
  })

  test('our own Origin passes, without any CORS header', async () => {
    const origin = `http://127.0.0.1:${daemon.port}`
    const reply = await rawRequest(daemon.port, '/api/v1/entries', { ...own(), origin })
    expect(reply.status).toBe(200)
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('a preflight is not answered with permission', async () => {
    const reply = await rawRequest(
      daemon.port,
      '/api/v1/entries',
      {
        host: `127.0.0.1:${daemon.port}`,
        origin: 'http://localhost:3000',
        'access-control-request-method': 'POST',
      },
      { method: 'OPTIONS' },
    )
    expect(reply.status).toBe(403)
  })
})

describe('a browser signs in', () => {
  const login = (body: string, headers: Record<string, string> = {}) =>
    daemon.fetch('/api/v1/login', {
      method: 'POST',
      token: null,
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })

  async function signIn(): Promise<{ cookie: string; key: string; setCookie: string }> {
    const { code } = await daemon.api.createLoginCode({})
    const response = await login(JSON.stringify({ code }))
    expect(response.status).toBe(200)
    const setCookie = response.headers.get('set-cookie') ?? ''
    const { key } = (await response.json()) as { key: string }
    return { cookie: setCookie.split(';')[0] ?? '', key, setCookie }
  }
  const entriesWith = async (headers: Record<string, string>) =>
    (await daemon.fetch('/api/v1/entries', { token: null, headers })).status

  test('cookie and key together are let in; either alone is 401', async () => {
    const { cookie, key, setCookie } = await signIn()
    expect(setCookie).toContain('HttpOnly')
    expect(setCookie).toContain('SameSite=Strict')
    expect(await entriesWith({ cookie, 'spillway-key': key })).toBe(200)
    expect(await entriesWith({ cookie })).toBe(401)
    expect(await entriesWith({ 'spillway-key': key })).toBe(401)
    expect(await entriesWith({ cookie, 'spillway-key': `${key.slice(0, -1)}0x` })).toBe(401)
  })

  test('the key of another sign-in does not fit, nor does a cookie whose expiry was changed', async () => {
    const [one, other] = [await signIn(), await signIn()]
    expect(await entriesWith({ cookie: one.cookie, 'spillway-key': other.key })).toBe(401)
    const forged = one.cookie.replace(/=\d+/, `=${Date.now() + 1e12}`)
    expect(await entriesWith({ cookie: forged, 'spillway-key': one.key })).toBe(401)
  })

  test('a code works once', async () => {
    const { code } = await daemon.api.createLoginCode({})
    expect((await login(JSON.stringify({ code }))).status).toBe(200)
    const again = await login(JSON.stringify({ code }))
    expect(again.status).toBe(401)
    expect(again.headers.get('set-cookie')).toBeNull()
  })

  test('two who redeem a code at once: one is let in', async () => {
    const { code } = await daemon.api.createLoginCode({})
    const both = await Promise.all([1, 2].map(() => login(JSON.stringify({ code }))))
    expect(both.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  test('a code is taken from the body of a POST only, and stands in the fragment of the URL', async () => {
    const { code, url } = await daemon.api.createLoginCode({})
    expect(new URL(url).hash).toBe(`#code=${code}`)
    expect(new URL(url).search).toBe('')
    const inQuery = `/api/v1/login?code=${code}`
    expect((await daemon.fetch(inQuery, { token: null })).status).toBe(404)
    expect((await daemon.fetch(inQuery, { method: 'POST', token: null })).status).toBe(400)
    expect((await login(JSON.stringify({ code }))).status).toBe(200)
  })

  test('a page of another origin cannot redeem a code', async () => {
    const { code } = await daemon.api.createLoginCode({})
    expect((await login(JSON.stringify({ code }), { origin: 'http://localhost:3000' })).status).toBe(403)
  })

  test('a client may not make login codes', async () => {
    const { token } = await daemon.api.createClient({ name: 'no codes' })
    expect((await daemon.fetch('/api/v1/login-codes', { method: 'POST', token })).status).toBe(403)
  })
})

describe('clients', () => {
  test.each([
    ['GET', '/api/v1/clients'],
    ['POST', '/api/v1/clients'],
    ['DELETE', '/api/v1/clients/k_000000000000'],
    ['GET', '/api/v1/config'],
    ['PUT', '/api/v1/config'],
    ['GET', '/api/v1/upstreams'],
    ['POST', '/api/v1/upstreams/fs/restart'],
  ])("%s %s is the admin's alone", async (method, path) => {
    const { token } = await daemon.api.createClient({ name: 'curious' })
    const body = method === 'POST' || method === 'PUT' ? { body: '{}' } : {}
    const response = await daemon.fetch(path, { method, token, ...body })
    expect(response.status).toBe(403)
    expect(codeOf(await response.text())).toBe('forbidden')
  })

  test('a token is shown once and kept as a hash only', async () => {
    const { id, token } = await daemon.api.createClient({ name: 'shown once' })
    const listed = await (await daemon.fetch('/api/v1/clients')).text()
    expect(listed).toContain(id)
    expect(listed).not.toContain(token)
    for (const file of await readdir(at.home))
      if (file.startsWith('spillway.db'))
        expect((await readFile(join(at.home, file))).includes(token), file).toBe(false)
  })

  test('a revoked token is 401 from then on', async () => {
    const { id, token } = await daemon.api.createClient({ name: 'revoked' })
    expect((await daemon.fetch('/api/v1/entries', { token })).status).toBe(200)
    await daemon.api.deleteClient({ id })
    expect((await daemon.fetch('/api/v1/entries', { token })).status).toBe(401)
    expect((await daemon.fetch(`/api/v1/clients/${id}`, { method: 'DELETE' })).status).toBe(404)
  })

  test('an event stream that is open gives nothing more once its token is revoked', async () => {
    const { id, token } = await daemon.api.createClient({ name: 'listening' })
    const session = await apiClient({ url: daemon.url, token }).createSession({})
    const stream = await daemon.fetch('/api/v1/events/stream?after=0', { token })
    await daemon.api.deleteClient({ id })
    await daemon.api.startTurn({ session: session.id, prompt: 'too late' })
    const sent = await stream.text()
    expect(sent).not.toContain('too late')
  })
})

describe('files and addresses', () => {
  test('the home, its token and its database are for their owner alone', async () => {
    const modes = async (path: string) => (await stat(path)).mode & 0o077
    for (const name of ['', 'token', 'spillway.db', 'daemon.json', 'logs', 'logs/daemon.log'])
      expect(await modes(join(at.home, name)), name).toBe(0)
  })

  test.each(['0.0.0.0', '192.168.1.20', '::'])('--host %s is refused with its remedy', async (host) => {
    await using other = await createHome()
    const { code, stderr } = await runCli(other.home, 'serve', '--port', '0', '--host', host)
    expect(code).toBe(1)
    expect(stderr).toContain('--dangerously-allow-remote')
  })

  test('a daemon on all addresses goes by each of this machine’s, and by no name that could be rebound', async () => {
    await using other = await createHome()
    const open = await startDaemon(other.home, '--host', '0.0.0.0', '--dangerously-allow-remote')
    expect(open.url).toBe(`http://127.0.0.1:${open.port}`)
    const status = async (host: string, origin?: string) => {
      const headers = { host: `${host}:${open.port}`, ...(origin === undefined ? {} : { origin }) }
      return (await rawRequest(open.port, '/api/v1/health', headers)).status
    }
    const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
    for (const { address, family } of addresses)
      expect(await status(family === 'IPv6' ? `[${address}]` : address)).toBe(200)
    expect(await status(hostname())).toBe(200)
    expect(await status('0.0.0.0')).toBe(200)
    expect(await status('evil.example')).toBe(403)
    expect(await status('203.0.113.9')).toBe(403)
    expect(await status('127.0.0.1', `http://${hostname()}:${open.port}`)).toBe(200)
    expect(await status('127.0.0.1', `http://${hostname()}:${open.port + 1}`)).toBe(403)
    expect(await status('127.0.0.1', `https://127.0.0.1:${open.port}`)).toBe(403)
  })

  test('after all of this no token and no code stands in a log', async () => {
    const { code } = await daemon.api.createLoginCode({})
    const { token } = await daemon.api.createClient({ name: 'not logged' })
    await daemon.fetch('/api/v1/entries/e_000000000000', { token })
    await daemon.fetch(`/api/v1/login?code=${code}`, { method: 'POST', token: null })
    await daemon.fetch('/api/v1/prune', { method: 'POST', token, body: '{' })
    for (const file of await readdir(join(at.home, 'logs'))) {
      const log = await readFile(join(at.home, 'logs', file), 'utf8')
      expect(log.length).toBeGreaterThan(0)
      for (const secret of [daemon.token, token, code]) expect(log).not.toContain(secret)
      expect(log).not.toMatch(/sp[aw]_[A-Za-z0-9_-]{20}/)
    }
  })
})
