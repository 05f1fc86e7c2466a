import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createHome, endProcess, runCli } from './cli-process.ts'
import { http, rawClient } from './raw-client.ts'
import { startDaemon } from './running-daemon.ts'

const script = fileURLToPath(new URL('../fixtures/upstreams/oauth.mjs', import.meta.url))

async function lockedServer(...flags: string[]): Promise<string> {
  const child = spawn(process.execPath, [script, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return line.toString().trim()
}

type Daemon = Awaited<ReturnType<typeof startDaemon>>

async function callSecret(daemon: Daemon): Promise<string> {
  await using client = await rawClient(http(daemon.url, '/mcp/locked', daemon.token))
  const { content } = (await client.request('tools/call', { name: 'secret', arguments: {} })) as {
    content: { text: string }[]
  }
  return content[0]?.text ?? ''
}

/** The address that the server’s state tells a person to open. */
async function loginAddress(daemon: Daemon): Promise<string> {
  const { items } = await daemon.api.listUpstreams({})
  const address = /open (http\S+)/.exec(items[0]?.error ?? '')?.[1]
  if (address === undefined) throw new Error(`no address in ${String(items[0]?.error)}`)
  return address
}

const SECRET = 'only for those who logged in'

test(
  'a server that wants a login says where, and is used once a person has been there',
  { timeout: 120_000 },
  async () => {
    const url = await lockedServer()
    await using at = await createHome({ mcpServers: { locked: { type: 'http', url } } })
    let daemon = await startDaemon(at.home)

    expect(await callSecret(daemon)).toContain('asks for a login: open http://127.0.0.1')
    const shown = await runCli(at.home, 'upstreams')
    expect(shown.stdout).toContain('/authorize?')
    const doctor = await runCli(at.home, 'doctor')
    expect(doctor.stdout).toContain('asks for a login')

    const address = await loginAddress(daemon)
    await daemon.api.restartUpstream({ name: 'locked' })
    expect(await callSecret(daemon), 'the address stays good meanwhile').toContain(address)

    // A person opens it; this server's login page lets everybody in and sends the browser back to us.
    const page = await fetch(address)
    expect(new URL(page.url).origin).toBe(daemon.url)
    expect(await page.text()).toBe('Spillway is logged in to locked. You can close this page.')
    expect(await callSecret(daemon)).toBe(SECRET)

    // What came back once is used up.
    const again = await fetch(page.url)
    expect(again.status).toBe(404)

    // The token is renewed without anybody.
    await fetch(new URL('/expire', url), { method: 'POST' })
    expect(await callSecret(daemon)).toBe(SECRET)

    const folder = join(at.home, 'logins')
    const [file = ''] = await readdir(folder)
    expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await readFile(join(folder, file), 'utf8'))).toMatchObject({
      tokens: { token_type: 'Bearer' },
    })

    // A new daemon goes on with it.
    await endProcess(daemon.pid)
    daemon = await startDaemon(at.home)
    expect(await callSecret(daemon)).toBe(SECRET)
    await endProcess(daemon.pid)
  },
)

test('a stranger who sends a browser with a code of his own gets nowhere', async () => {
  const url = await lockedServer()
  await using at = await createHome({ mcpServers: { locked: { type: 'http', url } } })
  const daemon = await startDaemon(at.home)
  await callSecret(daemon)
  const forged = await daemon.fetch('/oauth/callback?code=his&state=guessed', { token: null })
  expect(forged.status).toBe(404)
  expect(await loginAddress(daemon)).toContain('code_challenge_method=S256')
})

test('a server that registers nobody is logged in to as the client that its configuration names', async () => {
  const url = await lockedServer('--by-hand')
  vi.stubEnv('SPILLWAY_TEST_SECRET', 's3cret')
  onTestFinished(() => void vi.unstubAllEnvs())
  const oauth = { clientId: 'by-hand', clientSecret: '${SPILLWAY_TEST_SECRET}', scopes: ['read'] }
  await using at = await createHome({ mcpServers: { locked: { type: 'http', url, oauth } } })
  const daemon = await startDaemon(at.home)
  expect(await callSecret(daemon)).toContain('asks for a login: open http://127.0.0.1')
  const address = await loginAddress(daemon)
  expect(new URL(address).searchParams.get('client_id')).toBe('by-hand')
  expect(await (await fetch(address)).text()).toContain('Spillway is logged in to locked')
  expect(await callSecret(daemon)).toBe(SECRET)
  await fetch(new URL('/expire', url), { method: 'POST' })
  expect(await callSecret(daemon), 'renewed without anybody').toBe(SECRET)

  const folder = join(at.home, 'logins')
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  expect(files.join('')).not.toContain('s3cret')
  const shown = await runCli(at.home, 'upstreams')
  expect(shown.stdout).not.toContain('s3cret')

  // Another client has no tokens yet, and what cannot be done is said.
  const missing = { clientId: 'other', clientSecret: '${SPILLWAY_TEST_NOTHING}' }
  await daemon.api.putConfig({
    config: { server: { port: 0 }, mcpServers: { locked: { type: 'http', url, oauth: missing } } },
  })
  expect(await callSecret(daemon)).toContain("the daemon's environment has no SPILLWAY_TEST_NOTHING")
})

test('a client may be known by an address where it is described', async () => {
  const url = await lockedServer('--documents')
  const oauth = { clientMetadataUrl: 'https://client.example/spillway.json' }
  await using at = await createHome({ mcpServers: { locked: { type: 'http', url, oauth } } })
  const daemon = await startDaemon(at.home)
  await callSecret(daemon)
  expect(await (await fetch(await loginAddress(daemon))).text()).toContain('Spillway is logged in to locked')
  expect(await callSecret(daemon)).toBe(SECRET)
})

test('a server that registers nobody says so where its configuration names no client', async () => {
  const url = await lockedServer('--by-hand')
  await using at = await createHome({ mcpServers: { locked: { type: 'http', url } } })
  const daemon = await startDaemon(at.home)
  expect(await callSecret(daemon)).toContain(
    'which failed: Incompatible auth server: does not support dynamic client registration',
  )
})
