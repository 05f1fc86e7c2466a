import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endProcess } from './cli-process.ts'
import { connectMcp } from './mcp-caller.ts'
import { type RunningDaemon, startDaemon } from './running-daemon.ts'

const FILESYSTEM = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js',
)
const NOISE = `${randomBytes(1_500_000).toString('base64')}\n`
const roomOf = (path: string) => {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}
const canMount = process.platform === 'linux' && process.getuid?.() === 0

/** A disk that is really full: a small file system in memory is the home, and a file of ballast fills it. */
describe.runIf(canMount)('N11: on a disk that is full', () => {
  let folder: string
  let home: string
  let daemon: RunningDaemon
  let token: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spillway-full-'))
    home = join(folder, 'home')
    await writeFile(join(folder, 'noise.txt'), NOISE)
    await writeFile(join(folder, 'small.txt'), 'small\n'.repeat(2_000))
    execFileSync('mkdir', [home])
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=700', 'tmpfs', home])
    const mcpServers = { fs: { command: process.execPath, args: [FILESYSTEM, folder] } }
    await writeFile(join(home, 'config.json'), JSON.stringify({ server: { port: 0 }, mcpServers }))
    daemon = await startDaemon(home)
    token = (await daemon.api.createClient({ name: 'agent' })).token
  })
  afterAll(async () => {
    await endProcess(daemon.pid).catch((error: unknown) => console.warn(String(error)))
    execFileSync('umount', [home])
    await rm(folder, { recursive: true })
  })

  const ballast = () => join(home, 'ballast')
  /** Fills the disk but for so many bytes. The write-ahead log gives its room back first: it would take a lot before it had to grow. */
  const fill = (free: number) => {
    rmSync(ballast(), { force: true })
    const db = new Database(join(home, 'spillway.db'))
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.close()
    expect(statSync(join(home, 'spillway.db-wal')).size).toBe(0)
    // The daemon may write meanwhile: what is left is asked again until the disk holds no more than wanted.
    for (let room = roomOf(home); room > free; room = roomOf(home)) appendBallast(room - free)
  }
  const appendBallast = (bytes: number) => {
    try {
      appendFileSync(ballast(), Buffer.alloc(bytes, 1))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
  const eventsOf = async (type: string) =>
    (await daemon.api.listEvents({ limit: 1_000 })).items.filter((event) => event.type === type)

  test('a result that does not fit reaches the agent whole, and the timeline says so', async () => {
    await using agent = await connectMcp(daemon.url, token)
    const noise = { path: join(folder, 'noise.txt') }
    const small = await agent.call('fs__read_text_file', { path: join(folder, 'small.txt') })
    expect(small.entry).not.toBeNull()

    fill(400_000)
    const delivered = await agent.call('fs__read_text_file', noise)
    expect(delivered).toMatchObject({ entry: null, isError: false })
    expect(delivered.text === NOISE).toBe(true)
    const [failed] = await eventsOf('call.failopen')
    expect(failed?.data).toMatchObject({ tool: 'read_text_file', rawBytes: NOISE.length })
    expect(failed?.data['reason']).toMatch(/full/)
    expect(await daemon.api.stats({})).toMatchObject({ failOpen: 1 })

    rmSync(ballast())
    const stored = await agent.call('fs__read_text_file', noise)
    expect(stored.entry).not.toBeNull()
    expect(stored.text.length).toBeLessThan(4_000)
  })

  test('with not one byte left calls go through whole, in a new turn and a new session too, and entries are read', async () => {
    await using agent = await connectMcp(daemon.url, token)
    const small = { path: join(folder, 'small.txt') }
    const { entry } = await agent.call('fs__read_text_file', small)
    await using late = await connectMcp(daemon.url, token)

    fill(0)
    // What is left of the log file's last page goes first.
    for (const turn of [undefined, 'a new turn', 'another'])
      for (let i = 0; i < 3; i++) {
        const delivered = await agent.call(
          'fs__read_text_file',
          { path: join(folder, 'noise.txt') },
          turn ? { 'spillway/turn': turn } : {},
        )
        expect(delivered.isError, delivered.text.slice(0, 300)).toBe(false)
        expect(delivered.text === NOISE).toBe(true)
      }
    const first = await late.call('fs__read_text_file', { path: join(folder, 'noise.txt') })
    expect(first.text === NOISE, first.text.slice(0, 300)).toBe(true)

    const read = await agent.call('scratchpad_read', { id: entry, mode: 'head', n: 5 })
    expect(read.text).toBe('small')
    const overHttp = await daemon.fetch('/api/v1/offload', {
      method: 'POST',
      token,
      body: JSON.stringify({ tool: 'http', content: NOISE, session: agent.sessionId }),
    })
    const answer = (await overHttp.json()) as { offloaded: boolean; text: string }
    expect(answer.offloaded).toBe(false)
    expect(answer.text === NOISE).toBe(true)

    rmSync(ballast())
    const again = await agent.call('fs__read_text_file', small)
    expect(again.entry).not.toBeNull()
    expect((await daemon.fetch('/api/v1/health')).status).toBe(200)
  })

  test('a raw body that does not fit is refused with 507 and leaves nothing behind', async () => {
    fill(300_000)
    const before = await daemon.api.stats({})
    const response = await daemon.fetch('/api/v1/offload?tool=raw', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: randomBytes(4_000_000),
    })
    expect(response.status).toBe(507)
    expect(await response.text()).toContain('storage_full')
    rmSync(ballast())
    const { entries, blobs, bytesStored } = before
    expect(await daemon.api.stats({})).toMatchObject({ entries, blobs, bytesStored })
  })
})
