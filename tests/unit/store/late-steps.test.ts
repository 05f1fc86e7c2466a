import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../src/main/store/ids.ts'
import type { StepRecord } from '../../../src/main/store/protocol.ts'
import { openStore, type Store } from '../../../src/main/store/store.ts'

const AT = Date.UTC(2026, 10, 22)

describe('steps that nobody waits for', () => {
  let folder: string
  let store: Store
  let announced: number[]
  const open = () =>
    openStore({
      file: join(folder, 'spillway.db'),
      publish: ({ event }) => announced.push(event.step ?? 0),
    })
  const [session, turn] = [newId('s'), newId('t')]

  beforeEach(async () => {
    announced = []
    folder = await mkdtemp(join(tmpdir(), 'spillway-late-'))
    store = await open()
    const whose = { client: '', clientName: 'test', projectPath: null, projectId: newId('p') }
    await store.write.addSession({ ...whose, id: session, transport: 'api', externalKey: null, at: AT })
    const begun = { id: turn, client: '', session, number: 1, prompt: null, externalKey: null }
    await store.write.addTurn({ ...begun, explicit: true, at: AT })
    announced = []
  })
  afterEach(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })

  const step = (number: number, of = session): StepRecord => ({
    at: AT + number,
    recorded: true,
    call: {
      id: newId('c'),
      client: '',
      session: of,
      turn: of === session ? turn : newId('t'),
      turnNumber: 1,
      step: number,
      server: 'fs',
      tool: 'read',
      source: 'fs.read',
      arguments: null,
      isError: false,
      outcome: 'inline',
      reason: null,
      startedAt: AT,
      durationMs: 1,
      rawBytes: 10,
      deliveredBytes: 10,
      tokensRaw: 3,
      tokensDelivered: 3,
      result: '{"content":[]}',
      delivered: null,
    },
    blobs: [],
    entries: [],
  })
  const add = (number: number) => store.later.add(() => step(number), 10)
  const stepsOf = async (of: Store) => {
    const { items } = await of.read.events({ client: null, limit: 1_000 })
    return items.flatMap(({ type, step: number }) => (type === 'call.inline' ? [number] : []))
  }

  test('a read sees all that were added before it, and events are announced only once they are committed', async () => {
    for (let number = 1; number <= 20; number++) void add(number)
    expect(announced).toEqual([])
    expect(await stepsOf(store)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    expect(announced).toHaveLength(20)
    expect(await store.read.stats({ client: null, maxBytes: 1 })).toMatchObject({
      inline: 20,
      tokens: { raw: 60, delivered: 60 },
    })
  })

  test('what is written afterwards comes after them', async () => {
    void add(1)
    await store.write.appendEvent({ at: AT, type: 'turn.started', client: '', session, step: 7, data: {} })
    void add(2)
    await store.write.commitStep(step(3))
    expect(announced).toEqual([1, 7, 2, 3])
  })

  test('they are written without anybody asking', async () => {
    const { call } = await add(1)
    expect(call.step).toBe(1)
    expect(store.later.pending).toBe(false)
  })

  test('one that cannot be written fails alone, and counts for nothing', async () => {
    const good = [add(1)]
    const bad = store.later.add(() => step(2, newId('s')), 10)
    good.push(add(3))
    await expect(bad).rejects.toThrow('FOREIGN KEY')
    await Promise.all(good)
    expect(await stepsOf(store)).toEqual([1, 3])
    expect(await store.read.stats({ client: null, maxBytes: 1 })).toMatchObject({ inline: 2 })
  })

  test('they are bounded: past many, or past many bytes, whoever adds is to wait', async () => {
    const added = Array.from({ length: 1_000 }, (_, i) => add(i + 1))
    expect(store.later.crowded).toBe(false)
    added.push(add(1_001))
    expect(store.later.crowded).toBe(true)
    await Promise.all(added)
    expect(store.later.crowded).toBe(false)

    const large = store.later.add(() => step(1_002), 32 * 1024 * 1024)
    expect(store.later.crowded).toBe(true)
    await large
    expect(store.later.crowded).toBe(false)
  })

  test('an orderly end leaves none behind', async () => {
    for (let number = 1; number <= 20; number++) void add(number)
    await store.close()
    store = await open()
    expect(await stepsOf(store)).toHaveLength(20)
  })

  test('a wipe finds what came before it, totals too', async () => {
    void add(1)
    await store.write.wipe({ at: AT, keepClients: true, keepSessions: [session] })
    expect(await stepsOf(store)).toEqual([])
    expect(await store.read.stats({ client: null, maxBytes: 1 })).toMatchObject({ inline: 0 })
  })
})
