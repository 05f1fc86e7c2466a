import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { apiClient } from '../../src/main/client/api.ts'
import type { ApiClient } from '../../src/main/client/api.ts'
import { ensureDaemon } from '../../src/main/client/start.ts'
import { contract } from '../../src/shared/contract.ts'
import { event } from '../../src/shared/event.ts'
import { createHome, endProcess, runCli, runJson, startCli } from './cli-process.ts'
import type { TestHome } from './cli-process.ts'

const LINES = Array.from(
  { length: 2_000 },
  (_, index) => `line ${index + 1} é ${index % 500 === 7 ? 'ERROR' : 'ok'}`,
)
const LOG = `${LINES.join('\n')}\n`

let at: TestHome
let api: ApiClient
beforeAll(async () => {
  at = await createHome()
  api = apiClient(await ensureDaemon(at.home))
})
afterAll(async () => await at[Symbol.asyncDispose]())

/** Stores content under a tool of its own and gives the entry's id. */
async function store(tool: string, content = LOG): Promise<string> {
  const { entry } = await api.offload({ tool, content })
  if (!entry) throw new Error('it was not offloaded')
  return entry.id
}

describe('spillway read', () => {
  test('M5: head, tail, range and lines are the very slices of the content', async () => {
    const id = await store('read_modes')
    const characters = Array.from(LOG)
    const read = async (...args: string[]) => (await runCli(at.home, 'read', id, ...args)).stdout
    expect(await read('--mode', 'head', '-n', '50')).toBe(characters.slice(0, 50).join(''))
    expect(await read('--mode', 'tail', '-n', '50')).toBe(characters.slice(-50).join(''))
    expect(await read('--mode', 'range', '--start', '7', '--end', '90')).toBe(
      characters.slice(7, 90).join(''),
    )
    expect((await read('--mode', 'lines', '--start', '10', '--end', '12')).trimEnd()).toBe(
      LINES.slice(9, 11).join('\n'),
    )
  })

  test('a pattern means grep, and what was read goes to stderr', async () => {
    const id = await store('read_grep')
    const { stdout, stderr } = await runCli(at.home, 'read', id, '--pattern', 'ERROR')
    for (const line of ['line 8 ', 'line 508 ', 'line 1008 ', 'line 1508 ']) expect(stdout).toContain(line)
    expect(stdout).not.toContain('ok')
    expect(stderr).not.toBe('')
  })

  test('A12: --raw gives the exact bytes', async () => {
    const id = await store('read_raw')
    const child = startCli(at.home, ['read', id, '--raw'])
    const hash = createHash('sha256')
    child.stdout?.on('data', (chunk: Buffer) => hash.update(chunk))
    await once(child, 'close')
    expect(hash.digest('hex')).toBe(createHash('sha256').update(LOG).digest('hex'))
  })

  test('an entry that is not there is one line and exit code 1', async () => {
    const { code, stdout, stderr } = await runCli(at.home, 'read', 'e_000000000000')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    const json = await runCli(at.home, 'read', 'e_000000000000', '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: 'not_found' } })
  })

  test('a reader that leaves early is no failure', async () => {
    const child = startCli(at.home, ['read', await store('read_early', LOG.repeat(200)), '--raw'])
    child.stdout?.once('data', () => child.stdout?.destroy())
    await once(child, 'close')
    expect(child.exitCode).toBe(0)
  })
})

describe('spillway ls, pin, rm, prune, stats', () => {
  test('A5: ls shows metadata in columns, and the same as JSON', async () => {
    const id = await store('list_me')
    const { stdout } = await runCli(at.home, 'ls', '--tool', '*list_me')
    expect(stdout.split('\n')[0]).toMatch(/^ID +NAME +TOOL +KIND +SIZE +LINES +AGE +LEFT$/)
    expect(stdout).toMatch(new RegExp(`^${id} .*list_me.* 2,000 `, 'm'))
    const page = contract.listEntries.output.parse(await runJson(at.home, 'ls', '--tool', '*list_me'))
    expect(page.items.map((entry) => entry.id)).toEqual([id])
  })

  test('D7 D10: a dry run names what prune then removes; what is pinned stays', async () => {
    const [kept, gone] = [await store('prune_me', `kept ${LOG}`), await store('prune_me', `gone ${LOG}`)]
    expect((await runCli(at.home, 'pin', kept)).stdout).toContain('pinned')
    const choose = ['prune', '--tool', '*prune_me', '--all']
    const dry = contract.prune.output.parse(await runJson(at.home, ...choose, '--dry-run'))
    expect(dry.ids).toEqual([gone])
    expect(dry.freedBytes).toBeGreaterThan(0)
    expect((await runCli(at.home, 'read', gone)).code).toBe(0)
    expect(contract.prune.output.parse(await runJson(at.home, ...choose))).toEqual(dry)
    expect((await runCli(at.home, 'read', gone)).code).toBe(1)
    expect((await runCli(at.home, 'read', kept)).code).toBe(0)
  })

  test('A6: rm removes one, and says what was freed', async () => {
    const id = await store('remove_me', `remove ${LOG}`)
    const { stdout } = await runCli(at.home, 'rm', id)
    expect(stdout).toMatch(new RegExp(`^${id}\nRemoved 1 entry and 1 blob, .*B\\.`))
    expect((await runCli(at.home, 'read', id)).code).toBe(1)
  })

  test('D6: stats count what was stored', async () => {
    const before = contract.stats.output.parse(await runJson(at.home, 'stats'))
    await store('count_me', `count ${LOG}`)
    const after = contract.stats.output.parse(await runJson(at.home, 'stats'))
    expect(after.entries - before.entries).toBe(1)
    expect(after.blobs - before.blobs).toBe(1)
    expect((await runCli(at.home, 'stats')).stdout).toMatch(/^entries +\d+$/m)
  })
})

describe('spillway events', () => {
  test('D3: --follow prints what comes, across a restart of the daemon', async () => {
    const child = startCli(at.home, ['events', '--follow', '--json', '--limit', '1'])
    if (!child.stdout) throw new Error('no pipe')
    const seen: z.infer<typeof event>[] = []
    createInterface({ input: child.stdout }).on('line', (line) => seen.push(event.parse(JSON.parse(line))))
    try {
      await until(() => seen.length > 0)
      const first = await store('follow_1')
      await until(() => seen.some((item) => item.entry === first))
      const { pid } = await ensureDaemon(at.home)
      await endProcess(pid, 'SIGKILL')
      api = apiClient(await ensureDaemon(at.home))
      const second = await store('follow_2')
      await until(() => seen.some((item) => item.entry === second))
      const numbers = seen.map((item) => item.seq)
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    } finally {
      child.kill()
      await once(child, 'close')
    }
  })

  test('without --follow it ends; a person reads lines', async () => {
    const id = await store('event_line')
    const { code, stdout } = await runCli(at.home, 'events', '--limit', '20')
    expect(code).toBe(0)
    expect(stdout).toMatch(new RegExp(`call\\.offloaded .*event_line .* → .* ${id}`))
  })
})

async function until(condition: () => boolean, timeoutMs = 15_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('it did not come about')
    await sleep(20)
  }
}
