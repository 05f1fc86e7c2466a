import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EntrySort } from '../../src/shared/contract/entries.ts'
import { endProcess } from './cli-process.ts'
import { type RunningDaemon, startDaemon } from './running-daemon.ts'

let home: string
let daemon: RunningDaemon

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'spillway-entries-'))
  await writeFile(join(home, 'config.json'), JSON.stringify({ server: { port: 0 } }))
  daemon = await startDaemon(home)
  const rows = [
    { tool: 'fs.read', name: 'beta', content: 'b'.repeat(9_000) },
    {
      tool: 'fs.list',
      name: 'alpha',
      content: JSON.stringify(Array.from({ length: 900 }, (_, id) => ({ id }))),
    },
    { tool: 'db.query', name: 'gamma', content: 'b'.repeat(9_000), ttlSeconds: 60 },
    { tool: 'db.query', name: 'delta', content: `${'d'.repeat(99)}\n`.repeat(300) },
  ]
  for (const row of rows) await daemon.api.offload({ ...row, force: true })
  const { items } = await daemon.api.listEntries({ q: 'delta' })
  for (const { id } of items) await daemon.api.updateEntry({ id, pinned: true })
})
afterAll(async () => {
  await endProcess(daemon.pid)
  await rm(home, { recursive: true })
})

const names = async (filter: string, sort: EntrySort = 'oldest') =>
  (await daemon.api.listEntries({ filter, sort })).items.map(({ name }) => name)

test('entries are found by a filter as it is typed', async () => {
  expect(await names('tool:fs.*')).toEqual(['beta', 'alpha'])
  expect(await names('kind:json')).toEqual(['alpha'])
  expect(await names('is:dedup')).toEqual(['gamma'])
  expect(await names('is:pinned')).toEqual(['delta'])
  expect(await names('-is:pinned >8.9KB tool:db.*')).toEqual(['gamma'])
  expect(await names('>10KB')).toEqual(['delta'])
  expect(await names('since:1h amm')).toEqual(['gamma'])
  expect(await names('is:inline')).toEqual([])
})

test('every order is that of its column, both ways, page by page', async () => {
  expect(await names('', 'name')).toEqual(['alpha', 'beta', 'delta', 'gamma'])
  expect(await names('', '-name')).toEqual(['gamma', 'delta', 'beta', 'alpha'])
  expect(await names('', 'expiring')).toEqual(['gamma', 'beta', 'alpha', 'delta'])
  expect((await names('', 'unused')).toReversed()).toEqual(await names('', 'used'))
  for (const sort of ['tool', '-kind', 'largest', '-expiring'] as const) {
    const whole = await names('', sort)
    const paged: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await daemon.api.listEntries({ sort, limit: 1, ...(cursor && { cursor }) })
      paged.push(...page.items.map(({ name }) => name))
      cursor = page.nextCursor
    }
    expect(paged).toEqual(whole)
  }
})

test('groups add up to what is stored', async () => {
  const { items, ...sums } = await daemon.api.entryGroups({ by: 'tool' })
  const { items: entries } = await daemon.api.listEntries({})
  expect(sums).toEqual({ groups: 3, entries: 4, bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0) })
  expect(items[0]).toMatchObject({ key: 'db.query', entries: 2, bytes: 39_000 })
  expect(items.map(({ bytes }) => bytes)).toEqual(items.map(({ bytes }) => bytes).toSorted((a, b) => b - a))
  expect(await daemon.api.entryGroups({ by: 'kind', filter: 'kind:json' })).toMatchObject({ entries: 1 })
  expect((await daemon.api.entryGroups({ by: 'session', limit: 1 })).items).toHaveLength(1)
})
