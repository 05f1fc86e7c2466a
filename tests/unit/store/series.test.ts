import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { newId } from '../../../src/main/store/ids.ts'
import { assemble } from '../../../src/main/store/ingest/assemble.ts'
import { openMemoryStore } from '../../../src/main/store/memory.ts'
import { usage } from '../../../src/main/store/migrations/0003-usage.ts'
import type { Store } from '../../../src/main/store/store.ts'
import { tempStore } from './temp-store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = Date.now()

interface Made {
  readonly at: number
  readonly content?: string
  readonly tool?: string
  readonly durationMs?: number
}

/** An agent of a client, which makes calls whenever it is told to. */
async function agent(store: Store, client = '') {
  const session = newId('s')
  const turn = newId('t')
  const at = NOW - 2 * HOUR
  await store.write.addSession({
    id: session,
    client,
    clientName: 'test',
    projectPath: null,
    projectId: newId('p'),
    transport: 'api',
    externalKey: null,
    at,
  })
  const begun = { id: turn, client, session, number: 1, prompt: null, externalKey: null, explicit: true, at }
  await store.write.addTurn(begun)
  let step = 0
  const call = async ({ at: startedAt, content, tool = 'read', durationMs = 10 }: Made) => {
    const id = newId('c')
    const entry = newId('e')
    const stored = content !== undefined
    const blob = assemble(Buffer.from(content ?? ''), true)
    await store.write.commitStep({
      at: startedAt,
      recorded: true,
      call: {
        id,
        client,
        session,
        turn,
        turnNumber: 1,
        step: ++step,
        server: 'fs',
        tool,
        source: `fs.${tool}`,
        arguments: null,
        isError: false,
        outcome: stored ? 'offloaded' : 'inline',
        reason: null,
        startedAt,
        durationMs,
        rawBytes: 400,
        deliveredBytes: 40,
        tokensRaw: 100,
        tokensDelivered: stored ? 10 : 100,
        result: null,
        delivered: null,
      },
      blobs: stored ? [blob] : [],
      entries: stored
        ? [
            {
              id: entry,
              name: 'one',
              blob: 0,
              mime: null,
              kind: 'text',
              tier: 'session',
              complete: true,
              isNote: false,
              preview: '',
              previewSpans: [],
              deliveredText: '',
              omitted: { bytes: 0, chars: 0, lines: 0 },
              metadata: {},
              ttlSeconds: null,
            },
          ]
        : [],
    })
    return { id, entry }
  }
  return { session, call }
}

const lastHour = (store: Store, client: string | null = null) =>
  store.read.series({ client, now: NOW, seconds: 3_600, buckets: 60 })

describe('N6: figures over time', () => {
  test('each call counts in its minute; counted tokens take the place of the estimates there', async () => {
    const store = openMemoryStore({ publish: () => {} })
    const { session, call } = await agent(store)
    const early = NOW - 50 * MINUTE
    const { id, entry } = await call({ at: early, content: 'abc' })
    await call({ at: early, content: 'abc' })
    await call({ at: NOW - 5 * MINUTE, tool: 'list' })
    await call({ at: NOW - 3 * HOUR })
    await store.write.setTokens({ call: id, at: NOW, tokensRaw: 130, tokensDelivered: 12, exact: true })
    await store.write.recordRead({
      entry,
      session,
      turn: null,
      at: NOW - MINUTE,
      mode: 'lines',
      params: {},
      label: '',
      unit: 'lines',
      start: 0,
      end: 1,
      spans: [],
      chars: 3,
      bytes: 3,
      tokens: 7,
      durationMs: 1,
    })

    const { items, totals, byTool, bySession, bucketSeconds } = await lastHour(store)
    expect(bucketSeconds).toBe(60)
    expect(items).toHaveLength(61)
    const at = (time: number) => items.find((item) => Date.parse(item.time) === time - (time % MINUTE))
    expect(at(early)).toMatchObject({
      calls: 2,
      offloads: 2,
      entries: 2,
      bytes: 6,
      dedupHits: 1,
      dedupBytes: 3,
      tokens: { raw: 230, delivered: 22, reread: 0, net: 208 },
    })
    expect(at(NOW - MINUTE)).toMatchObject({ calls: 0, reads: 1, tokens: { reread: 7, net: -7 } })
    expect(totals).toMatchObject({
      calls: 3,
      inline: 1,
      tokens: { raw: 330, delivered: 122, reread: 7, net: 201 },
    })
    expect(byTool.map(({ tool, calls, reads }) => [tool, calls, reads])).toEqual([
      ['fs.read', 2, 1],
      ['fs.list', 1, 0],
    ])
    expect(bySession).toMatchObject([{ session, clientName: 'test', tokens: { net: 201 } }])
    expect(items.at(-1)?.bytesStored).toBeGreaterThan(0)

    const ofTool = await store.read.series({
      client: null,
      now: NOW,
      seconds: 3_600,
      buckets: 60,
      tool: 'fs.list',
    })
    expect(ofTool.totals.calls).toBe(1)
    const all = await store.read.series({ client: null, now: NOW, seconds: 60, buckets: 120, all: true })
    expect(all.totals).toMatchObject({
      calls: 4,
      tokens: (await store.read.stats({ client: null, maxBytes: 0 })).tokens,
    })
    await store.close()
  })

  test('half of the calls and 95 of 100 took at most so long, to within 1 %', async () => {
    const store = openMemoryStore({ publish: () => {} })
    const { call } = await agent(store)
    for (let ms = 1; ms <= 100; ms++) await call({ at: NOW - MINUTE, durationMs: ms * 3 })
    const { totals, byTool, items } = await lastHour(store)
    for (const paces of [totals.durationMs, byTool[0]?.durationMs, items.at(-2)?.durationMs]) {
      expect(Math.abs((paces?.p50 ?? 0) / 150 - 1)).toBeLessThan(0.0125)
      expect(Math.abs((paces?.p95 ?? 0) / 285 - 1)).toBeLessThan(0.0125)
    }
    expect(items[0]?.durationMs).toBeNull()
    await store.close()
  })

  test('a client sees its own figures, and nothing of the size of the store', async () => {
    const store = openMemoryStore({ publish: () => {} })
    await (await agent(store, 'one')).call({ at: NOW, content: 'x' })
    await (await agent(store, 'two')).call({ at: NOW })
    const { totals, bySession, items } = await lastHour(store, 'two')
    expect(totals).toMatchObject({ calls: 1, entries: 0 })
    expect(bySession).toHaveLength(1)
    expect(items.every(({ bytesStored }) => bytesStored === null)).toBe(true)
    await store.close()
  })

  test('a database of before gets the same figures from what it recorded', async () => {
    await using at = await tempStore()
    const { call } = await agent(at.store)
    for (let minute = 0; minute < 100; minute++)
      await call({
        at: NOW - minute * MINUTE,
        durationMs: minute,
        ...(minute % 3 === 0 && { content: 'abc' }),
      })
    await at.store.close()

    const db = new Database(at.file)
    const held = () =>
      ['usage', 'paces', 'totals'].map((table) =>
        db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2, 3, 4, 5`).all(),
      )
    const before = held()
    db.exec(`DROP TRIGGER size_changed; DROP TRIGGER usage_aged; DROP TABLE usage; DROP TABLE paces; DROP TABLE size_history;
      ALTER TABLE totals DROP COLUMN entries; ALTER TABLE totals DROP COLUMN bytes`)
    // Its step alone: the later ones have been done.
    db.exec(usage)
    expect(held()).toEqual(before)
    db.close()
  })

  test('minutes go after two days, quarters of an hour stay', async () => {
    const store = openMemoryStore({ publish: () => {} })
    const { call } = await agent(store)
    await call({ at: NOW - 72 * HOUR })
    await call({ at: NOW })
    const series = (seconds: number, buckets: number) =>
      store.read.series({ client: null, now: NOW, seconds, buckets })
    expect((await series(7 * 86_400, 84)).totals.calls).toBe(2)
    expect((await series(86_400, 500)).totals.calls).toBe(1)
    await store.close()
  })
})
