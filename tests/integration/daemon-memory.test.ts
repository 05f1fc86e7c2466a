import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connectMcp } from './mcp-caller.ts'
import { createDaemon } from './running-daemon.ts'

const isLinux = process.platform === 'linux'

/** The threads of a process that have a name of ours; none where the system does not tell. */
async function threadsOf(pid: number): Promise<string[]> {
  if (!isLinux) return []
  const tasks = await readdir(`/proc/${pid}/task`)
  const names = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/comm`, 'utf8').catch(() => '')),
  )
  return names.map((name) => name.trim())
}

test('a daemon at rest has only the threads that answer at once, and the others when they are needed', async () => {
  await using daemon = await createDaemon()
  const ofContents = async () =>
    (await threadsOf(daemon.pid)).filter((name) => ['words', 'ingest', 'pack', 'store-keeper'].includes(name))
  await expect.poll(ofContents, { timeout: 40_000, interval: 500 }).toEqual([])

  const content = Array.from({ length: 2_000 }, (_, n) => `line ${n} of the quarterly report`).join('\n')
  const offloaded = await daemon.fetch('/api/v1/offload', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tool: 'report', content }),
  })
  expect(await offloaded.json()).toMatchObject({ offloaded: true })
  if (isLinux) expect(await ofContents()).toContain('ingest')
})

test.runIf(isLinux)(
  'the thread for contents is started while a call is under way, not with its result',
  async () => {
    const raw = join(import.meta.dirname, '../fixtures/upstreams/raw.mjs')
    await using daemon = await createDaemon({
      mcpServers: { raw: { command: process.execPath, args: [raw] } },
    })
    await using agent = await connectMcp(daemon.url, daemon.token)
    expect(await threadsOf(daemon.pid)).not.toContain('ingest')
    const hanging = agent.call('raw__hang', {}).catch((error: unknown) => error)
    await expect.poll(() => threadsOf(daemon.pid)).toContain('ingest')
    await agent[Symbol.asyncDispose]()
    expect(await hanging).toBeInstanceOf(Error)
  },
)

test('a daemon runs with an allocator that gives memory back, and says so with its own pid', async () => {
  await using daemon = await createDaemon()
  // It was started over inside the same process: what started it still has its output and its pid.
  expect(daemon.pid).toBe(daemon.child.pid)
  if (!isLinux) return
  const environment = await readFile(`/proc/${daemon.pid}/environ`, 'utf8')
  expect(environment.split('\0')).toContain('MALLOC_ARENA_MAX=2')
})
