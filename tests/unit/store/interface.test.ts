import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { assemble } from '../../../src/main/store/ingest/assemble.ts'
import type { PreparedBlob } from '../../../src/main/store/blob.ts'
import { newId } from '../../../src/main/store/ids.ts'
import { openMemoryStore } from '../../../src/main/store/memory.ts'
import type { NewNote, StepRecord } from '../../../src/main/store/protocol.ts'
import { openStore, type Store } from '../../../src/main/store/store.ts'
import type { Announced } from '../../../src/main/store/writes/events.ts'

const inMemory = async (publish: (one: Announced) => void) => ({
  store: openMemoryStore({ publish }),
  drop: async () => {},
})
const inFile = async (publish: (one: Announced) => void) => {
  const folder = await mkdtemp(join(tmpdir(), 'spillway-store-'))
  const store = await openStore({ file: join(folder, 'spillway.db'), publish })
  return { store, drop: () => rm(folder, { recursive: true, force: true }) }
}

const blobOf = (text: string): PreparedBlob => assemble(Buffer.from(text), true)

describe.each([
  ['in memory', inMemory],
  ['in a file, by threads', inFile],
])('B7: the store %s', (_where, open) => {
  const AT = Date.UTC(2026, 10, 21)
  let store: Store
  let drop: () => Promise<void>
  let announced: Announced[]
  let session: string
  let turn: string

  beforeEach(async () => {
    announced = []
    const opened = await open((one) => announced.push(one))
    store = opened.store
    drop = opened.drop
    session = newId('s')
    turn = newId('t')
    const origin = {
      client: '',
      clientName: 'test',
      projectPath: '/p',
      projectId: newId('p'),
      transport: 'api',
    }
    await store.write.addSession({ ...origin, id: session, externalKey: 'mine', at: AT })
    const begun = {
      id: turn,
      client: '',
      session,
      number: 1,
      prompt: 'why?',
      externalKey: null,
      explicit: true,
      at: AT,
    }
    await store.write.addTurn(begun)
  })
  afterEach(async () => {
    await store.close()
    await drop()
  })

  function record(text: string, step: number, id = newId('e')): StepRecord {
    const bytes = Buffer.byteLength(text)
    return {
      at: AT + step,
      recorded: true,
      call: {
        id: newId('c'),
        client: '',
        session,
        turn,
        turnNumber: 1,
        step,
        server: 'fs',
        tool: 'read',
        source: 'fs.read',
        arguments: '{"path":"x"}',
        isError: false,
        outcome: 'offloaded',
        reason: null,
        startedAt: AT,
        durationMs: 1,
        rawBytes: bytes,
        deliveredBytes: 10,
        tokensRaw: 100,
        tokensDelivered: 10,
        result: '{"content":[]}',
        delivered: '{"content":[{"type":"text","text":"ref"}]}',
      },
      blobs: [blobOf(text)],
      entries: [
        {
          id,
          name: `read_${step}`,
          blob: 0,
          mime: 'text/plain',
          kind: 'text',
          complete: true,
          tier: 'session',
          ttlSeconds: 60,
          preview: text.slice(0, 10),
          previewSpans: [[0, 10]],
          deliveredText: 'ref',
          omitted: { bytes: 0, chars: 0, lines: 0 },
          metadata: { path: 'x' },
        },
      ],
    }
  }

  const viewer = { client: null, session: null, project: null, turn: null }
  const text = Array.from({ length: 30_000 }, (_, i) => `${i}: größe 🧊`).join('\n')

  test('A1 A10: gives back what was stored, by id, name, characters, lines and bytes; equal bytes once', async () => {
    const id = newId('e')
    await store.write.commitStep(record(text, 1, id))
    await store.write.commitStep(record(text, 2))
    const found = await store.read.find({ viewer, id, at: AT })
    if (found.found !== 'live') throw new Error(found.found)
    const { content } = found
    const points = Array.from(text)
    expect(content.sizes.chars).toBe(points.length)
    const chars = await store.read.chars({ content, start: 70_000, end: 70_100 })
    expect(chars.text).toBe(points.slice(70_000, 70_100).join(''))
    const lines = await store.read.lines({ content, start: 20_000, end: 20_003, maxChars: 1_000 })
    expect(lines.text).toBe(`${text.split('\n').slice(19_999, 20_002).join('\n')}\n`)
    const bytes = await store.read.bytes({ blob: content.blob, start: 0, end: content.sizes.bytes })
    expect(Buffer.from(bytes).equals(Buffer.from(text))).toBe(true)
    expect(await store.read.stats({ client: null, maxBytes: 1 })).toMatchObject({
      entries: 2,
      blobs: 1,
      dedupHits: 1,
    })
    expect(await store.read.find({ viewer, id: 'read_2', at: AT })).toMatchObject({ found: 'live' })
    expect(await store.read.find({ viewer, id, at: AT + 61_000 })).toMatchObject({ found: 'expired' })
  })

  test('announces each write once it is committed, with numbers that have no gaps', async () => {
    await store.write.commitStep(record('a'.repeat(100), 1))
    const { items, lastSeq } = await store.read.events({ client: null, after: 0, limit: 100 })
    expect(announced.map(({ event }) => event)).toEqual(items)
    expect(items.map(({ seq }) => seq)).toEqual(Array.from({ length: lastSeq }, (_, i) => i + 1))
  })

  test('B6: a note is written by compare-and-set, and a refused write leaves nothing behind', async () => {
    const note = (content: string, ifVersion?: number): NewNote => ({
      id: newId('e'),
      at: AT,
      client: '',
      session,
      turn: null,
      project: null,
      scope: 'project',
      name: 'plan',
      blob: blobOf(content),
      mime: 'text/plain',
      kind: 'text',
      preview: content,
      previewSpans: [],
      omitted: { bytes: 0, chars: 0, lines: 0 },
      metadata: {},
      ttlSeconds: 60,
      ...(ifVersion === undefined ? {} : { ifVersion }),
    })
    expect(await store.write.writeNote(note('one', 0))).toMatchObject({ version: 1 })
    await expect(store.write.writeNote(note('other', 0))).rejects.toMatchObject({ code: 'conflict' })
    expect(await store.write.writeNote(note('two', 1))).toMatchObject({ version: 2 })
    expect(await store.read.stats({ client: null, maxBytes: 1 })).toMatchObject({ entries: 1 })
    const read = await store.read.note({ client: '', session, project: null, name: 'plan' })
    expect(read).toMatchObject({ preview: 'two', version: 2 })
  })

  test('a session is found by the name that its client gave it, with its turn and last step', async () => {
    await store.write.commitStep(record('b'.repeat(100), 3))
    const state = await store.read.sessionState({ client: '', externalKey: 'mine' })
    expect(state).toMatchObject({ session: { id: session }, turn: { id: turn, number: 1 }, lastStep: 3 })
    expect(await store.read.sessionState({ client: 'k_someone_else', externalKey: 'mine' })).toBeNull()
  })
})
