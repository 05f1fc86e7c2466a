import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, extname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { apiClient } from '../../src/main/client/api.ts'
import type { ApiClient } from '../../src/main/client/api.ts'
import { ensureDaemon } from '../../src/main/client/start.ts'
import { CLIENT_IDS } from '../../src/main/clients/client-ids.ts'
import { carryOutConnect, planConnect } from '../../src/main/clients/connect.ts'
import type { ConnectOptions } from '../../src/main/clients/connect.ts'
import { editConfig, readConfig } from '../../src/main/clients/formats/format.ts'
import { KNOWN_CLIENTS } from '../../src/main/clients/known-clients.ts'
import type { KnownClient } from '../../src/main/clients/known-clients.ts'
import type { Place } from '../../src/main/clients/place.ts'
import { undoConnect } from '../../src/main/clients/undo.ts'
import { CLI, createHome, startCli } from './cli-process.ts'
import type { TestHome } from './cli-process.ts'

const FIXTURES = resolve(import.meta.dirname, '../fixtures/clients')

let at: TestHome
let api: ApiClient
let options: ConnectOptions
let root: string
let place: Place
let count = 0
beforeAll(async () => {
  at = await createHome()
  const daemon = await ensureDaemon(at.home)
  api = apiClient(daemon)
  root = await mkdtemp(join(tmpdir(), 'spillway-clients-'))
  const bridge = { command: process.execPath, args: [CLI] }
  options = { home: at.home, daemon, api, bridge, http: false, place: placeIn(root) }
})
afterAll(async () => {
  await at[Symbol.asyncDispose]()
  await rm(root, { recursive: true })
})
beforeEach(async () => {
  count += 1
  place = placeIn(join(root, String(count)))
  options = { ...options, place }
})

function placeIn(home: string): Place {
  const config = join(home, '.config')
  return { platform: 'linux', home, config, applications: config }
}

/** Puts a fixture where the client keeps its settings. */
async function settle(client: KnownClient, name: string): Promise<{ file: string; bytes: Buffer }> {
  const file = client.file(place)
  const folder = join(FIXTURES, client.id)
  const fixture = (await readdir(folder)).find((entry) => entry.startsWith(`${name}.`)) ?? ''
  const bytes = await readFile(join(folder, fixture))
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, bytes, { mode: 0o640 })
  return { file, bytes }
}

async function connectTo(client: KnownClient, how: Partial<ConnectOptions> = {}) {
  const planned = await planConnect(client, { ...options, ...how })
  await carryOutConnect(planned, { ...options, ...how })
  return planned
}

const comments = (body: string) => body.match(/(?:\/\/|#|\/\*) .*$/gm) ?? []
const clientCount = async () => (await api.listClients({})).items.length

describe.each(KNOWN_CLIENTS.map((client) => [client.id, client] as const))('%s', (_, client) => {
  test.each(['empty', 'existing', 'comments'])(
    '%s: connects, twice as once, and undoes to the byte',
    async (name) => {
      const { file, bytes } = await settle(client, name)
      const clients = await clientCount()
      await connectTo(client)
      const connected = await readFile(file, 'utf8')
      const others = (body: string) => {
        const root = client.format.parse(
          editConfig(client.format, body, [...client.servers, 'spillway'], undefined),
        )
        return JSON.stringify(root ?? {}).replace(`"${client.servers[0]}":{}`, '')
      }
      expect(others(connected)).toBe(others(bytes.toString()))
      for (const comment of comments(bytes.toString())) expect(connected).toContain(comment)
      expect(readConfig(client.format, connected, [...client.servers, 'spillway'])).toBeDefined()
      expect((await stat(file)).mode & 0o777).toBe(0o640)

      expect((await connectTo(client)).changes).toBe(false)
      expect(await readFile(file, 'utf8')).toBe(connected)
      expect(await clientCount()).toBe(clients + 1)

      expect(await undoConnect(client, at.home, api)).toBe('restored')
      expect(await readFile(file)).toEqual(bytes)
      expect(await clientCount()).toBe(clients)
    },
  )

  test('no file: makes one, and undo leaves nothing behind', async () => {
    await mkdir(place.home, { recursive: true })
    await connectTo(client)
    expect((await stat(client.file(place))).mode & 0o777).toBe(0o600)
    expect(await undoConnect(client, at.home, api)).toBe('restored')
    expect(await readdir(place.home)).toEqual([])
  })

  test('malformed: refused with line and column, nothing changed, no client made', async () => {
    const { file, bytes } = await settle(client, 'malformed')
    const clients = await clientCount()
    await expect(connectTo(client)).rejects.toThrow(/, line \d+, column \d+: /)
    await expect(connectTo(client)).rejects.toThrow(file)
    expect(await readFile(file)).toEqual(bytes)
    expect(await clientCount()).toBe(clients)
  })

  test('read-only: refused, nothing changed, no client made', async () => {
    const { file, bytes } = await settle(client, 'existing')
    await chmod(file, 0o444)
    const clients = await clientCount()
    await expect(connectTo(client)).rejects.toThrow(`${file} is read-only`)
    expect(await readFile(file)).toEqual(bytes)
    expect(await readdir(dirname(file))).toHaveLength(1)
    expect(await clientCount()).toBe(clients)
  })

  test('what others write meanwhile stays when it is undone', async () => {
    const { file, bytes } = await settle(client, 'existing')
    await connectTo(client)
    const changed = editConfig(client.format, await readFile(file, 'utf8'), ['added'], {
      later: 'by somebody',
    })
    await writeFile(file, changed)
    expect(await undoConnect(client, at.home, api)).toBe('removed')
    const left = client.format.parse(await readFile(file, 'utf8'))
    const before = client.format.parse(bytes.toString())
    expect(JSON.parse(JSON.stringify(left))).toEqual({
      ...JSON.parse(JSON.stringify(before)),
      added: { later: 'by somebody' },
    })
  })
})

describe.each(KNOWN_CLIENTS.filter(({ http }) => http !== undefined))('$id over HTTP', (client) => {
  test('its token is a header', async () => {
    const { file } = await settle(client, 'existing')
    await connectTo(client, { http: true })
    const connected = await readFile(file, 'utf8')
    expect(connected).toContain(`${options.daemon.url}/mcp`)
    expect(connected).toMatch(/Authorization.*Bearer spw_/)
    await undoConnect(client, at.home, api)
  })
})

const cursor = KNOWN_CLIENTS.find(({ id }) => id === 'cursor')
if (!cursor) throw new Error('no Cursor')

describe('a connected client', () => {
  test('has what it takes to start Spillway, as itself and not as you', async () => {
    const { file } = await settle(cursor, 'existing')
    await connectTo(cursor)
    const server = z
      .object({ command: z.string(), args: z.array(z.string()), env: z.record(z.string(), z.string()) })
      .parse(readConfig(cursor.format, await readFile(file, 'utf8'), ['mcpServers', 'spillway']))
    expect(server.args.join(' ')).not.toContain('spw_')
    const agent = new Client({ name: 'test', version: '1' })
    await agent.connect(new StdioClientTransport(server))
    try {
      await agent.callTool({ name: 'scratchpad_write', arguments: { name: 'mine', content: 'x' } })
    } finally {
      await agent.close()
    }
    const { items } = await api.listEntries({})
    const clients = await api.listClients({})
    const own = clients.items.find(({ name }) => name === 'Cursor')
    expect(items.find(({ name }) => name === 'mine')?.client).toBe(own?.id)
    await undoConnect(cursor, at.home, api)
  })

  test('gets a new token where the old one was revoked', async () => {
    const { file, bytes } = await settle(cursor, 'existing')
    await connectTo(cursor)
    const before = await readFile(file, 'utf8')
    const own = (await api.listClients({})).items.find(({ name }) => name === 'Cursor')
    await api.deleteClient({ id: own?.id ?? '' })
    expect((await connectTo(cursor)).changes).toBe(true)
    expect(await readFile(file, 'utf8')).not.toBe(before)
    await undoConnect(cursor, at.home, api)
    expect(await readFile(file)).toEqual(bytes)
  })

  test('may link its file from somewhere else: the link stays', async () => {
    const { file, bytes } = await settle(cursor, 'existing')
    const real = join(place.home, 'dotfiles.json')
    await writeFile(real, bytes)
    await rm(file)
    await symlink(real, file)
    await connectTo(cursor)
    expect(await readFile(real, 'utf8')).toContain('spillway')
    expect(await readFile(file, 'utf8')).toContain('spillway')
    await undoConnect(cursor, at.home, api)
    expect(await readFile(real)).toEqual(bytes)
  })
})

describe('spillway connect', () => {
  const run = async (...args: string[]) => {
    const env = { HOME: place.home, XDG_CONFIG_HOME: '' }
    const child = startCli(at.home, ['connect', ...args], { env })
    child.stdin?.end()
    if (!child.stdout || !child.stderr) throw new Error('no pipes')
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code: child.exitCode, stdout, stderr }
  }

  test('finds who is here, shows the change without the token, asks, and undoes', async () => {
    const { file, bytes } = await settle(cursor, 'existing')
    const dry = await run('--dry-run')
    expect(dry.code).toBe(0)
    expect(dry.stdout).toContain(`Cursor: ${file}`)
    expect(dry.stdout).toMatch(/^\+ +"spillway": \{$/m)
    expect(dry.stdout).not.toContain('Zed')
    expect(await readFile(file)).toEqual(bytes)

    expect((await run()).stdout).toContain('cursor: skipped')
    expect(await readFile(file)).toEqual(bytes)

    const done = await run('--yes')
    expect(done.stdout).toContain('cursor: connected')
    const token = /spw_[\w-]{20,}/.exec(await readFile(file, 'utf8'))?.[0]
    expect(token).toBeDefined()
    expect(done.stdout).not.toContain(token)

    expect((await run('--undo')).stdout).toContain('cursor: restored')
    expect(await readFile(file)).toEqual(bytes)
  })

  test('over HTTP it says where the port may be another one tomorrow, and only then', async () => {
    await settle(cursor, 'existing')
    const warned = await run('cursor', '--http')
    expect(warned.stderr).toContain(`look for Spillway at ${options.daemon.url}, where it runs today`)
    expect((await run('cursor', '--undo')).stderr).toBe('')
    expect((await run('cursor')).stderr).toBe('')
    await run('cursor', '--undo')
  })

  test('one broken file does not keep the others from theirs, and is told on one line', async () => {
    await settle(cursor, 'malformed')
    const { code, stdout, stderr } = await run('cursor', 'zed')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^spillway: cursor: .*mcp\.json, line 3, column 25: ValueExpected\.\n$/)
    expect(stdout).toContain('zed: connected')
    await run('--undo', 'zed')
    expect(existsSync(join(place.config, 'zed'))).toBe(false)
  })

  test('a client that nobody knows is refused', async () => {
    const { code, stderr } = await run('nope')
    expect(code).toBe(1)
    expect(stderr).toContain('There is no client nope here. Known are claude-code,')
  })
})

test('every client is known by its name', () => expect(KNOWN_CLIENTS.map(({ id }) => id)).toEqual(CLIENT_IDS))

test('every fixture has the ending of its client’s format', async () => {
  for (const client of KNOWN_CLIENTS)
    for (const name of await readdir(join(FIXTURES, client.id)))
      expect(extname(name)).toBe(extname(client.file(place)))
})
