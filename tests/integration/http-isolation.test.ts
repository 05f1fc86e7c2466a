import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiClient, type ApiClient } from '../../src/main/client/api.ts'
import type { Entry } from '../../src/shared/entry.ts'
import { createHome, type TestHome } from './cli-process.ts'
import { type RunningDaemon, startDaemon } from './running-daemon.ts'

const SECRET = 'what only the owner may know\n'.repeat(400)

let at: TestHome
let daemon: RunningDaemon
let owner: { token: string; api: ApiClient; session: string; turn: string; call: string; entry: Entry }
let stranger: { token: string; api: ApiClient; session: string }

const connect = async (name: string) => {
  const { token } = await daemon.api.createClient({ name })
  const api = apiClient({ url: daemon.url, token })
  const { id: session } = await api.createSession({})
  return { token, api, session }
}

beforeAll(async () => {
  at = await createHome()
  daemon = await startDaemon(at.home)
  const connected = await connect('owner')
  const { entry } = await connected.api.offload({
    tool: 'ledger',
    content: SECRET,
    name: 'the_ledger',
    session: connected.session,
  })
  if (!entry) throw new Error('nothing was stored')
  const { calls } = await connected.api.getEntry({ id: entry.id })
  owner = { ...connected, entry, turn: entry.turn ?? '', call: calls[0]?.id ?? '' }
  stranger = await connect('stranger')
})
afterAll(async () => {
  await at[Symbol.asyncDispose]()
})

const notFound = { code: 'not_found' }

describe("another client's exact ids are not found", () => {
  test('entry, read, change, removal', async () => {
    const { api } = stranger
    const { id } = owner.entry
    await expect(api.getEntry({ id })).rejects.toMatchObject(notFound)
    await expect(api.readEntry({ id })).rejects.toMatchObject(notFound)
    await expect(api.updateEntry({ id, pinned: true })).rejects.toMatchObject(notFound)
    await expect(api.deleteEntry({ id })).rejects.toMatchObject(notFound)
    expect((await owner.api.readEntry({ id, n: 5 })).text).toBe(SECRET.slice(0, 5))
  })

  test('content, whole and by range, and its HEAD', async () => {
    const path = `/api/v1/entries/${owner.entry.id}/content`
    for (const init of [{}, { headers: { range: 'bytes=0-9' } }, { method: 'HEAD' }])
      expect((await daemon.fetch(path, { ...init, token: stranger.token })).status).toBe(404)
  })

  test('session, turn and call', async () => {
    await expect(stranger.api.getSession({ id: owner.session })).rejects.toMatchObject(notFound)
    await expect(stranger.api.getTurn({ id: owner.turn })).rejects.toMatchObject(notFound)
    await expect(stranger.api.getCall({ id: owner.call })).rejects.toMatchObject(notFound)
    expect((await owner.api.getCall({ id: owner.call })).tool).toBe('ledger')
  })

  test('nor can work be put into its session', async () => {
    const { session } = owner
    await expect(stranger.api.startTurn({ session })).rejects.toMatchObject(notFound)
    await expect(stranger.api.offload({ tool: 'x', content: 'y', session })).rejects.toMatchObject(notFound)
  })

  test('a cursor of another client reads nothing', async () => {
    const id = owner.entry.id
    const { cursor = '' } = await owner.api.readEntry({ id, mode: 'grep', pattern: 'owner', limit: 2 })
    expect((await owner.api.readEntry({ id, cursor })).text).toContain('owner')
    await expect(stranger.api.readEntry({ id: owner.entry.id, cursor })).rejects.toMatchObject(notFound)
  })
})

describe('names and hash prefixes', () => {
  const readAs = (token: string, session: string | null, id: string) =>
    daemon.fetch(`/api/v1/entries/${encodeURIComponent(id)}/read`, {
      method: 'POST',
      token,
      body: '{"n":4}',
      headers: session === null ? {} : { 'spillway-session': session },
    })
  const prefix = () => `sha256:${owner.entry.sha256.slice(0, 12)}`

  test('A1: open to the own session by name and by 12 digits of the hash', async () => {
    for (const id of ['the_ledger', prefix()])
      expect(await (await readAs(owner.token, owner.session, id)).json()).toMatchObject({ text: 'what' })
  })

  test('11 digits are too few to name anything', async () => {
    const id = prefix().slice(0, -1)
    expect((await readAs(owner.token, owner.session, id)).status).toBe(404)
  })

  test('closed to another session of the same client, though the exact id is open there', async () => {
    const { id: other } = await owner.api.createSession({})
    for (const id of ['the_ledger', prefix()])
      expect((await readAs(owner.token, other, id)).status, id).toBe(404)
    expect((await readAs(owner.token, other, owner.entry.id)).status).toBe(200)
  })

  test('closed to a client that names no session of its own', async () => {
    for (const id of ['the_ledger', prefix()])
      expect((await readAs(owner.token, null, id)).status, id).toBe(404)
  })

  test('without a session they count in the one that the calls of the client are in', async () => {
    const { token } = await daemon.api.createClient({ name: 'no session of its own' })
    const { entry } = await apiClient({ url: daemon.url, token }).offload({ tool: 't', content: SECRET })
    expect((await readAs(token, null, entry?.name ?? '')).status).toBe(200)
    expect((await readAs(token, null, prefix())).status).toBe(200)
  })

  test('closed to another client, whatever session it names', async () => {
    for (const id of ['the_ledger', prefix(), owner.entry.id])
      for (const session of [null, stranger.session, owner.session])
        expect((await readAs(stranger.token, session, id)).status, `${id} in ${session}`).toBe(404)
  })

  test('A10: an exact id is closed to a session of another project', async () => {
    const { id: elsewhere } = await owner.api.createSession({ project: '/somewhere/else' })
    expect((await readAs(owner.token, elsewhere, owner.entry.id)).status).toBe(404)
    const content = await daemon.fetch(`/api/v1/entries/${owner.entry.id}/content`, {
      token: owner.token,
      headers: { 'spillway-session': elsewhere },
    })
    expect(content.status).toBe(404)
  })

  test('A10: and open to every session of its own project, content too', async () => {
    const project = '/work/shared'
    const [one, other] = [
      await owner.api.createSession({ project }),
      await owner.api.createSession({ project }),
    ]
    const { entry } = await owner.api.offload({ tool: 't', content: SECRET, session: one.id })
    const headers = { 'spillway-session': other.id }
    const id = entry?.id ?? ''
    expect((await readAs(owner.token, other.id, id)).status).toBe(200)
    const content = await daemon.fetch(`/api/v1/entries/${id}/content`, { token: owner.token, headers })
    expect(content.status).toBe(200)
  })
})

describe('lists and figures', () => {
  test('lists hold only the own', async () => {
    const { api } = stranger
    expect(await api.listEntries({})).toMatchObject({ items: [], total: 0 })
    expect(await api.listEntries({ session: owner.session })).toMatchObject({ items: [], total: 0 })
    expect(await api.listEntries({ q: 'ledger' })).toMatchObject({ items: [], total: 0 })
    expect((await api.listSessions({})).items.map(({ id }) => id)).toEqual([stranger.session])
    expect(await api.listTurns({})).toMatchObject({ items: [], total: 0 })
    expect(await api.listTurns({ session: owner.session })).toMatchObject({ items: [], total: 0 })
    expect((await daemon.api.listEntries({})).total).toBeGreaterThan(0)
  })

  test("figures are the client's own", async () => {
    const { api } = stranger
    for (const figures of [await api.stats({}), await api.stats({ session: owner.session })])
      expect(figures).toMatchObject({
        entries: 0,
        bytesRaw: 0,
        bytesStored: 0,
        blobs: 0,
        offloads: 0,
        byTool: [],
      })
    const { items } = await api.statsSeries({})
    expect(items.every(({ calls }) => calls === 0)).toBe(true)
  })

  test("a prune takes nothing of another's, not even when it names it", async () => {
    for (const order of [{ all: true }, { session: owner.session }, { tool: 'ledger' }, { maxBytes: 0 }])
      expect(await stranger.api.prune({ ...order, dryRun: false })).toMatchObject({ entries: 0, blobs: 0 })
    expect((await owner.api.readEntry({ id: owner.entry.id, n: 4 })).text).toBe('what')
  })

  test('bytes that both stored stay for the other when one removes them', async () => {
    const { entry } = await stranger.api.offload({
      tool: 'ledger',
      content: SECRET,
      session: stranger.session,
    })
    expect(entry?.sha256).toBe(owner.entry.sha256)
    const gone = await stranger.api.deleteEntry({ id: entry?.id ?? '' })
    expect(gone).toMatchObject({ entries: 1, blobs: 0, freedBytes: 0 })
    expect((await owner.api.readEntry({ id: owner.entry.id, n: 4 })).text).toBe('what')
  })
})

describe('the timeline', () => {
  test('a page of events names nothing of another client', async () => {
    const { items } = await stranger.api.listEvents({ limit: 1_000 })
    expect(items.length).toBeGreaterThan(0)
    const text = JSON.stringify(items)
    for (const word of [owner.entry.id, owner.session, owner.turn, 'the_ledger'])
      expect(text).not.toContain(word)
  })

  test('nor does the live stream', async () => {
    const abort = new AbortController()
    const stream = await daemon.fetch('/api/v1/events/stream?after=0', {
      token: stranger.token,
      signal: abort.signal,
    })
    await owner.api.offload({
      tool: 'later',
      content: `${SECRET}later`,
      name: 'later_one',
      session: owner.session,
    })
    await stranger.api.offload({ tool: 'mine', content: `${SECRET}mine`, session: stranger.session })
    const decoder = new TextDecoder()
    let seen = ''
    for await (const bytes of stream.body ?? []) {
      seen += decoder.decode(bytes, { stream: true })
      if (seen.includes('mine_1')) break
    }
    abort.abort()
    for (const word of [owner.entry.id, owner.session, 'later_one', 'the_ledger'])
      expect(seen).not.toContain(word)
  })

  test('the admin sees it all', async () => {
    const text = JSON.stringify((await daemon.api.listEvents({ limit: 1_000 })).items)
    expect(text).toContain('the_ledger')
    expect(text).toContain(stranger.session)
  })
})
