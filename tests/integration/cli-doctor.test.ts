import { once } from 'node:events'
import { chmod, mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { apiClient } from '../../src/main/client/api.ts'
import { findDaemon } from '../../src/main/client/discover.ts'
import { ensureDaemon } from '../../src/main/client/start.ts'
import { createHome, endProcess, startCli } from './cli-process.ts'
import type { TestHome } from './cli-process.ts'

const report = z.object({
  ok: z.boolean(),
  findings: z.array(
    z.object({ check: z.string(), ok: z.boolean(), message: z.string(), remedy: z.string().optional() }),
  ),
})

/** The person’s own folder is a temporary one too, or the tester’s clients would be looked at. */
async function doctor({ home }: TestHome) {
  const env = { HOME: join(home, 'person'), XDG_CONFIG_HOME: '' }
  await mkdir(join(home, 'person'), { recursive: true })
  const child = startCli(home, ['doctor', '--json'], { env })
  if (!child.stdout) throw new Error('no pipe')
  const [stdout] = await Promise.all([text(child.stdout), once(child, 'close')])
  const { ok, findings } = report.parse(JSON.parse(stdout))
  expect(child.exitCode).toBe(ok ? 0 : 1)
  return { ok, faults: findings.filter((finding) => !finding.ok), findings }
}

describe('spillway doctor', () => {
  test('a healthy home is well with a daemon and without, and none is started', async () => {
    await using at = await createHome()
    expect(await doctor(at)).toMatchObject({ ok: true, faults: [] })
    expect(await findDaemon(at.home)).toBeNull()
    const { pid } = await ensureDaemon(at.home)
    const { ok, findings } = await doctor(at)
    expect(ok).toBe(true)
    expect(findings.find(({ check }) => check === 'daemon')?.message).toContain(`pid ${pid}`)
    expect(findings.find(({ check }) => check === 'database')?.message).toContain('is whole')
    expect(findings.find(({ check }) => check === 'capture')?.message).toBe('capture is on')
  })

  test('a damaged database', async () => {
    await using at = await createHome()
    const daemon = await ensureDaemon(at.home)
    const api = apiClient(daemon)
    for (let index = 0; index < 20; index += 1)
      await api.offload({ tool: 't', content: `${index} ${Math.random()}\n`.repeat(3_000), force: true })
    await endProcess(daemon.pid)
    const file = await open(join(at.home, 'spillway.db'), 'r+')
    const { size } = await file.stat()
    await file.write(Buffer.alloc(Math.floor(size / 2), 0xab), 0, undefined, Math.floor(size / 4))
    await file.close()
    const { faults } = await doctor(at)
    expect(faults).toMatchObject([{ check: 'database', remedy: expect.stringContaining('spillway.db') }])
  })

  test('files that others can read, a wrong configuration, a program that is not there', async () => {
    await using at = await createHome({ mcpServers: { gone: { command: 'no-such-program-here' } } })
    await endProcess((await ensureDaemon(at.home)).pid)
    await chmod(join(at.home, 'token'), 0o644)
    const { faults } = await doctor(at)
    expect(faults).toMatchObject([
      {
        check: 'home',
        message: expect.stringContaining('token'),
        remedy: expect.stringContaining('chmod 600'),
      },
      { check: 'servers', message: 'gone: there is no program no-such-program-here' },
    ])
    await writeFile(join(at.home, 'config.json'), '{\n  "server": { "port": }\n}')
    const broken = await doctor(at)
    expect(broken.faults.map(({ check, message }) => `${check} ${message}`)).toContainEqual(
      expect.stringMatching(/^config config\.json, line 2, column \d+/),
    )
  })

  test('a port that a stranger holds', async () => {
    const stranger = createServer().listen(0, '127.0.0.1')
    await once(stranger, 'listening')
    const { port } = stranger.address() as AddressInfo
    await using at = await createHome({ server: { port } })
    const alone = await doctor(at)
    expect(alone.faults).toMatchObject([{ check: 'port', message: `${port} is held by another program` }])
    await ensureDaemon(at.home)
    expect((await doctor(at)).faults).toMatchObject([
      { check: 'port', message: expect.stringContaining(`${port}`) },
    ])
    stranger.close()
  })

  test('a daemon that holds the home and does not answer', async () => {
    await using at = await createHome()
    const { pid } = await ensureDaemon(at.home)
    process.kill(pid, 'SIGSTOP')
    try {
      const { faults } = await doctor(at)
      expect(faults).toMatchObject([{ check: 'lock', remedy: expect.stringContaining('logs') }])
    } finally {
      process.kill(pid, 'SIGCONT')
    }
  })

  test('clients: a malformed file, and a token that was revoked', async () => {
    await using at = await createHome()
    const api = apiClient(await ensureDaemon(at.home))
    const person = join(at.home, 'person')
    await mkdir(join(person, '.cursor'), { recursive: true })
    await mkdir(join(person, '.gemini'), { recursive: true })
    await writeFile(join(person, '.gemini', 'settings.json'), '{ "mcpServers": ')
    const child = startCli(at.home, ['connect', 'cursor'], { env: { HOME: person, XDG_CONFIG_HOME: '' } })
    await once(child, 'close')
    expect(await readFile(join(person, '.cursor', 'mcp.json'), 'utf8')).toContain('spillway')
    const before = await doctor(at)
    expect(before.faults).toMatchObject([
      { check: 'clients', message: expect.stringMatching(/Gemini.*line 1, column/) },
    ])
    const [own] = (await api.listClients({})).items
    await api.deleteClient({ id: own?.id ?? '' })
    const after = await doctor(at)
    expect(after.faults.map(({ remedy }) => remedy)).toContain('spillway connect cursor')
  })
})
