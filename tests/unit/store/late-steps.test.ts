import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TokenCount } from '../../../src/main/policy/tokens/count.ts'
import { newId } from '../../../src/main/store/ids.ts'
import { type CountSteps, LateSteps } from '../../../src/main/store/late-steps.ts'
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
  const late = (record: StepRecord, bytes = 10) =>
    store.later.add({ texts: () => ['three of them'], bytes, assemble: () => record })
  const add = (number: number) => late(step(number))
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
    const { record } = await add(1)
    expect(record.call.step).toBe(1)
    expect(store.later.pending).toBe(false)
  })

  test('one that cannot be written fails alone, and counts for nothing', async () => {
    const good = [add(1)]
    const bad = late(step(2, newId('s')))
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

    const large = late(step(1_002), 32 * 1024 * 1024)
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

describe('the tokens of steps that nobody waits for', () => {
  /** What was committed, by step: the count it was written with. */
  function counted(count: CountSteps) {
    const written: [step: string, count: TokenCount | null][] = []
    const later = new LateSteps(() => Promise.resolve(), count)
    const add = async (text: string) => {
      let assembled: TokenCount | null = null
      const assemble = (found: TokenCount | null) => {
        assembled = found
        return {} as StepRecord
      }
      const { count: told } = await later.add({ texts: () => [text], bytes: 1, assemble })
      expect(told).toBe(assembled)
      written.push([text, told])
    }
    return { later, add, written }
  }
  const lengths: CountSteps = (steps) =>
    Promise.resolve(steps.map((texts) => ({ tokens: texts.join('').length, exact: true })))

  test('are counted before they are written, all that came together in one go', async () => {
    let asked = 0
    const { add, written } = counted((steps) => (asked++, lengths(steps)))
    for (const text of ['a', 'bb', 'ccc']) void add(text)
    await expect
      .poll(() => written.map(([text, count]) => [text, count?.tokens]))
      .toEqual([
        ['a', 1],
        ['bb', 2],
        ['ccc', 3],
      ])
    expect(asked).toBe(1)
  })

  test('are waited for only so long, and not at all by whoever asks for the record', async () => {
    const { promise: never } = Promise.withResolvers<TokenCount[]>()
    const slow = counted(() => never)
    await slow.add('overdue')
    expect(slow.written).toEqual([['overdue', null]])

    const { promise, resolve } = Promise.withResolvers<TokenCount[]>()
    let asked = false
    const { later, add, written } = counted(() => ((asked = true), promise))
    void add('being counted')
    await expect.poll(() => asked).toBe(true)
    void add('came later')
    await later.settled()
    resolve([{ tokens: 1, exact: true }])
    await promise
    await expect
      .poll(() => written)
      .toEqual([
        ['being counted', null],
        ['came later', null],
      ])
  })

  test('that cannot be counted leave the record with estimates', async () => {
    const { add, written } = counted(() => Promise.reject(new Error('the thread has ended')))
    await add('a')
    expect(written).toEqual([['a', null]])
  })
})
