import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { filesystem } from '../unit/gateway/harness.ts'
import { createHome, runCli } from './cli-process.ts'
import { connectMcp } from './mcp-caller.ts'
import { startDaemon } from './running-daemon.ts'

/** Found in a file wherever it lies in it: neither compressed nor cut into pieces. */
const SECRET = `swordfish-${randomBytes(6).toString('hex')}`

async function makeDaemon() {
  const folder = await mkdtemp(join(tmpdir(), 'spillway-wipe-'))
  const at = await createHome({ mcpServers: { fs: filesystem(folder) } })
  onTestFinished(async () => {
    await at[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })
  await writeFile(join(folder, 'secret.txt'), `${SECRET}\n`.repeat(1_000))
  const daemon = await startDaemon(at.home)
  const file = { path: join(folder, 'secret.txt') }
  return { ...daemon, home: at.home, file }
}

/** Every file under the home that holds the word. */
function filesWith(home: string, word: string): string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(word))
}

const sizeOf = (home: string) =>
  ['spillway.db', 'spillway.db-wal', 'search.db', 'search.db-wal'].reduce(
    (sum, name) => sum + (statSync(join(home, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  )

describe('everything is wiped', () => {
  test('nothing of what was stored is left in any file, and the files are small', async () => {
    const daemon = await makeDaemon()
    const { api, home } = daemon
    const { token } = await api.createClient({ name: 'agent' })
    await using agent = await connectMcp(daemon.url, token)
    const { entry } = await agent.call('fs__read_text_file', daemon.file)
    await api.updateEntry({ id: entry ?? '', pinned: true })
    await agent.call('scratchpad_write', { name: 'plan', content: `think of ${SECRET}`, scope: 'project' })
    for (let i = 0; i < 8; i++)
      await api.offload({ tool: 'noise', content: randomBytes(1_500_000).toString('base64') })
    await api.offload({ tool: 'small', content: SECRET, arguments: { of: SECRET } })
    await mkdir(join(home, 'backups'))
    writeFileSync(join(home, 'backups', 'spillway-schema-1-2026.db'), SECRET)
    await expect
      .poll(async () => (await api.search({ q: SECRET.slice(0, 9) })).items.length, { timeout: 30_000 })
      .toBeGreaterThan(0)
    expect(filesWith(home, SECRET).length).toBeGreaterThan(0)
    expect(sizeOf(home)).toBeGreaterThan(10_000_000)

    const dry = await api.wipe({ dryRun: true })
    expect(dry).toMatchObject({ notes: 1, calls: 10, clients: 0 })
    expect(await api.wipe({ dryRun: true })).toMatchObject({ entries: dry.entries, calls: 10 })

    const refused = await runCli(home, 'wipe')
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.stderr).toContain('Nothing was removed.')
    await expect(api.wipe({})).rejects.toMatchObject({ code: 'invalid_input' })
    expect((await api.stats({})).calls).toBe(10)

    const wiped = await runCli(home, 'wipe', '--yes')
    expect(wiped.stderr).toBe('')
    expect(wiped.stdout).toContain('10 calls')
    expect(filesWith(home, SECRET)).toEqual([])
    expect(sizeOf(home)).toBeLessThan(500_000)
    expect(statSync(join(home, 'spillway.db-wal')).size).toBeLessThan(100_000)
    expect(existsSync(join(home, 'backups'))).toBe(false)
    expect(await api.stats({})).toMatchObject({ entries: 0, blobs: 0, calls: 0, bytesStored: 0, byTool: [] })
    expect((await api.search({ q: SECRET.slice(0, 9) })).items).toEqual([])
    expect((await api.listEvents({ after: 0 })).items.map(({ type }) => type)).toEqual(['store.wiped'])
  })

  test('who is connected goes on: the same session, its calls stored and recorded', async () => {
    const daemon = await makeDaemon()
    const { token } = await daemon.api.createClient({ name: 'agent' })
    await using agent = await connectMcp(daemon.url, token)
    await agent.call('fs__read_text_file', daemon.file)
    await daemon.api.wipe({ confirm: 'wipe' })
    const { entry } = await agent.call('fs__read_text_file', daemon.file)
    expect(entry).not.toBeNull()
    const read = await agent.call('scratchpad_read', { id: entry, mode: 'head', n: SECRET.length })
    expect(read.text).toBe(SECRET)
    const stats = await daemon.api.stats({})
    expect(stats).toMatchObject({ calls: 1, offloads: 1, failOpen: 0, entries: 1 })
    const { items } = await daemon.api.listTurns({})
    expect(items.map(({ number, session }) => ({ number, session }))).toEqual([
      { number: 1, session: agent.sessionId },
    ])
    // What is stored after a wipe is found by its words again.
    await expect
      .poll(async () => (await daemon.api.search({ q: 'swordfish' })).items.length, { timeout: 30_000 })
      .toBe(1)
  })

  test('clients and the configuration go only where that is asked for', async () => {
    const daemon = await makeDaemon()
    await daemon.api.createClient({ name: 'agent' })
    await daemon.api.wipe({ confirm: 'wipe' })
    expect((await daemon.api.listClients({})).items).toHaveLength(1)
    expect((await daemon.api.listUpstreams({})).items).toHaveLength(1)
    expect(await daemon.api.wipe({ confirm: 'wipe', clients: true, config: true })).toMatchObject({
      clients: 1,
    })
    expect((await daemon.api.listClients({})).items).toEqual([])
    expect((await daemon.api.getConfig({})).config).toEqual({})
    const { token } = await daemon.api.createClient({ name: 'agent' })
    const denied = await daemon.fetch('/api/v1/wipe', { method: 'POST', token, body: '{"confirm":"wipe"}' })
    expect(denied.status).toBe(403)
  })
})
