import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { appendFileSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hashToken } from '../../src/main/operations/clients.ts'
import { SCHEMA_VERSION } from '../../src/main/store/migrate.ts'
import { initial } from '../../src/main/store/migrations/0001-initial.ts'
import { createHome, runCli } from './cli-process.ts'
import { startDaemon } from './running-daemon.ts'

const TOKEN = 'spw_of_an_old_client'

/** A database as the first version made it, with a client and some bytes in it. */
function makeOldDatabase(home: string, padding = 100_000): string {
  const file = join(home, 'spillway.db')
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  const db = new Database(file)
  db.pragma('auto_vacuum = INCREMENTAL')
  db.pragma('journal_mode = WAL')
  db.exec(initial)
  db.pragma('user_version = 1')
  db.prepare("INSERT INTO clients VALUES ('k_000000000000', 'old', ?, 1, NULL)").run(hashToken(TOKEN))
  db.prepare(
    "INSERT INTO blobs (bytes, encoding, stored_bytes, created_at, last_used_at, sha256) VALUES (?, 'binary', ?, 1, 1, 'x')",
  ).run(padding, padding)
  db.prepare('INSERT INTO chunks VALUES (1, 0, 0, 0, 0, ?)').run(randomBytes(padding))
  db.close()
  return file
}

const versionOf = (file: string) => {
  const db = new Database(file, { readonly: true })
  try {
    const clients = db.prepare('SELECT name FROM clients').pluck().all()
    return { version: db.pragma('user_version', { simple: true }), clients }
  } finally {
    db.close()
  }
}
const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
const backupsIn = (home: string) => readdirSync(join(home, 'backups')).sort()

async function makeHome() {
  const at = await createHome()
  onTestFinished(() => at[Symbol.asyncDispose]())
  return at.home
}

describe('an older database is copied before it is changed', () => {
  test('the copy is whole and its owner’s alone, and what was stored is still there', async () => {
    const home = await makeHome()
    const file = makeOldDatabase(home)
    const daemon = await startDaemon(home)
    const [backup = ''] = backupsIn(home)
    expect(backup).toMatch(/^spillway-schema-1-\d{4}-.*\.db$/)
    const copy = join(home, 'backups', backup)
    expect(versionOf(copy)).toEqual({ version: 1, clients: ['old'] })
    expect(statSync(copy).mode & 0o777).toBe(0o600)
    expect((await daemon.fetch('/api/v1/stats', { token: TOKEN })).status).toBe(200)
    await daemon.end()
    expect(versionOf(file)).toEqual({ version: SCHEMA_VERSION, clients: ['old'] })
    await (await startDaemon(home)).end()
    expect(backupsIn(home)).toEqual([backup])
  })

  test('the last two copies are kept', async () => {
    const home = await makeHome()
    const seen: string[] = []
    for (let upgrade = 0; upgrade < 3; upgrade++) {
      makeOldDatabase(home)
      await (await startDaemon(home)).end()
      seen.push(...backupsIn(home).filter((name) => !seen.includes(name)))
    }
    expect(seen).toHaveLength(3)
    expect(backupsIn(home)).toEqual(seen.slice(1))
  })

  test('where it cannot be copied, nothing is changed', async () => {
    const home = await makeHome()
    const file = makeOldDatabase(home)
    await writeFile(join(home, 'backups'), 'in the way')
    const before = hashOf(file)
    const { code, stdout } = await runCli(home, 'serve', '--port', '0', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'storage_full', hint: expect.stringContaining('Nothing was changed') as string },
    })
    expect(hashOf(file)).toBe(before)
    expect(versionOf(file).version).toBe(1)
  })

  test('a newer one is refused with a code, and is not touched', async () => {
    const home = await makeHome()
    const file = makeOldDatabase(home)
    const db = new Database(file)
    db.pragma(`user_version = ${SCHEMA_VERSION + 1}`)
    db.close()
    const before = hashOf(file)
    const { code, stdout } = await runCli(home, 'serve', '--port', '0', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      error: {
        code: 'unsupported',
        message: expect.stringContaining(
          `schema ${SCHEMA_VERSION + 1}; this one knows ${SCHEMA_VERSION}`,
        ) as string,
      },
    })
    expect(hashOf(file)).toBe(before)
  })
})

const canMount = process.platform === 'linux' && process.getuid?.() === 0

test.runIf(canMount)(
  'on a disk that is too full for a copy, nothing is changed until there is room',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'spillway-upgrade-'))
    const home = join(folder, 'home')
    await mkdir(home)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=700', 'tmpfs', home])
    onTestFinished(async () => {
      execFileSync('umount', [home])
      await rm(folder, { recursive: true })
    })
    await writeFile(join(home, 'config.json'), '{ "server": { "port": 0 } }')
    const file = makeOldDatabase(home, 3_000_000)
    const ballast = join(home, 'ballast')
    appendFileSync(ballast, Buffer.alloc(3_500_000))
    const refused = await runCli(home, 'serve', '--port', '0')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('could not be copied first')
    expect(versionOf(file)).toEqual({ version: 1, clients: ['old'] })
    expect(backupsIn(home)).toEqual([])
    rmSync(ballast)
    const daemon = await startDaemon(home)
    expect(backupsIn(home)).toHaveLength(1)
    await daemon.end()
    expect(versionOf(file)).toEqual({ version: SCHEMA_VERSION, clients: ['old'] })
  },
)
