import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createHome, runCli, startCli } from './cli-process.ts'
import { readEvents } from './event-reader.ts'
import { connectMcp, postMcp } from './mcp-caller.ts'
import { createDaemon, startDaemon } from './running-daemon.ts'

const FILESYSTEM = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js',
)
const LOG = Array.from({ length: 4_000 }, (_, i) => `${i} größe=${(i * 7919) % 997} 🧊\n`).join('')

let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spillway-durable-'))
  path = join(folder, 'a.log')
  await writeFile(path, LOG)
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})
const withFiles = () => ({ mcpServers: { fs: { command: process.execPath, args: [FILESYSTEM, folder] } } })

describe('kill -9', () => {
  test('A10: right after a delivered reference loses nothing: after a restart the entry reads back whole', async () => {
    await using first = await createDaemon(withFiles())
    const { token } = await first.api.createClient({ name: 'agent' })
    const { token: otherToken } = await first.api.createClient({ name: 'another agent' })
    await using agent = await connectMcp(first.url, token)
    const { entry, text } = await agent.call('fs__read_text_file', { path })
    await first.end('SIGKILL')
    expect(text).toContain(entry)

    const again = await startDaemon(first.home)
    const content = await again.fetch(`/api/v1/entries/${entry}/content`, { token })
    expect(await content.text()).toBe(LOG)

    // The MCP session is good still, with its own token alone.
    const ask = (as: string) =>
      postMcp(again.url, as, agent.sessionId, 'tools/call', {
        name: 'scratchpad_read',
        arguments: { id: entry, mode: 'lines', start: 2, end: 3 },
      })
    const both = await Promise.all([ask(token), ask(token)])
    for (const { status, body } of both) {
      expect(status).toBe(200)
      expect(body).toContain('1 größe=940 🧊')
    }
    expect((await ask(otherToken)).status).toBe(404)
    expect((await ask(again.token)).status).toBe(404)
    expect((await again.api.getSession({ id: agent.sessionId })).turns).toBe(1)
  })

  test('in the middle of many writes: whatever was acknowledged is there, whole', async () => {
    await using first = await createDaemon()
    const acknowledged: { id: string; content: string }[] = []
    const write = async (n: number) => {
      for (let i = 0; ; i++) {
        const content = `writer ${n}, entry ${i}: ${'x'.repeat(9_000)}`
        const { entry } = await first.api.offload({ tool: `w${n}`, content, session: `session ${n}` })
        if (entry) acknowledged.push({ id: entry.id, content })
      }
    }
    const writers = [1, 2, 3, 4].map((n) => write(n).catch(() => 'cut off'))
    while (acknowledged.length < 60) await new Promise((resolve) => setTimeout(resolve, 10))
    await first.end('SIGKILL')
    await Promise.all(writers)

    const again = await startDaemon(first.home)
    for (const { id, content } of acknowledged)
      expect(await (await again.fetch(`/api/v1/entries/${id}/content`)).text()).toBe(content)
    const { items } = await again.api.listEvents({ limit: 1_000 })
    expect(items.map(({ seq }) => seq)).toEqual(items.map((_, i) => (items[0]?.seq ?? 0) + i))
  })

  test('in the middle of a body that streams in: nothing of it is left soon after the next start', async () => {
    await using first = await createDaemon()
    let give = true
    const endless = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (!give) return controller.close()
        controller.enqueue(crypto.getRandomValues(new Uint8Array(60_000)))
        await new Promise((resolve) => setTimeout(resolve, 1))
      },
    })
    const sending = first
      .fetch('/api/v1/offload?tool=cut', {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: endless,
        duplex: 'half',
      } as RequestInit)
      .then(
        () => 'answered',
        () => 'cut off',
      )
    const staged = () => {
      const db = new Database(join(first.home, 'spillway.db'), { readonly: true })
      const count = db.prepare('SELECT count(*) FROM chunks').pluck().get() as number
      db.close()
      return count
    }
    while (staged() < 30) await new Promise((resolve) => setTimeout(resolve, 50))
    await first.end('SIGKILL')
    give = false
    expect(await sending).toBe('cut off')
    await startDaemon(first.home)
    // Swept behind the writes that callers wait for.
    await expect.poll(staged, { timeout: 10_000 }).toBe(0)
  })
})

describe('one daemon for one home', () => {
  test('of two that start at once one wins and the other says why', async () => {
    await using at = await createHome()
    const children = [1, 2].map(() => startCli(at.home, ['serve', '--port', '0', '--json']))
    const first = await Promise.race(
      children.map(async (child) => {
        const [code] = await once(child, 'exit')
        return { child, code: code as number }
      }),
    )
    expect(first.code).toBe(1)
    const { stdout, stderr, code } = await runCli(at.home, 'serve', '--port', '0')
    expect(code).toBe(1)
    expect(`${stdout}${stderr}`).toContain('already runs for this home')
    const winner = children.find((child) => child !== first.child)
    expect(winner?.exitCode).toBeNull()
  })

  test('a port that is taken is an error with its remedy, and leaves no lock behind', async () => {
    await using at = await createHome()
    const squatter = createServer().listen(0, '127.0.0.1')
    await once(squatter, 'listening')
    const { port } = squatter.address() as AddressInfo
    const { code, stderr } = await runCli(at.home, 'serve', '--port', String(port))
    squatter.close()
    expect(code).toBe(1)
    expect(stderr).toContain(String(port))
    expect(stderr).toContain('--port')
    const daemon = await startDaemon(at.home)
    expect((await daemon.fetch('/api/v1/health')).status).toBe(200)
  })
})

describe('a database of another time', () => {
  test('a home with a newer schema is refused with a clear message and not touched', async () => {
    await using daemon = await createDaemon()
    await daemon.end()
    const file = join(daemon.home, 'spillway.db')
    const db = new Database(file)
    db.pragma('user_version = 999')
    db.close()
    const { code, stderr } = await runCli(daemon.home, 'serve', '--port', '0')
    expect(code).toBe(1)
    expect(stderr).toContain('newer Spillway')
    expect(stderr).toContain('999')
    const after = new Database(file, { readonly: true })
    expect(after.pragma('user_version', { simple: true })).toBe(999)
    after.close()
  })

  test('A11: a damaged row is skipped by the list and named, a damaged chunk fails its own read alone', async () => {
    await using first = await createDaemon()
    const store = async (content: string) => {
      const { entry } = await first.api.offload({ tool: 't', content, force: true })
      return entry?.id ?? ''
    }
    const spoilt = `its chunk will be damaged ${'x'.repeat(5_000)}`
    const lost = 'its chunk will be lost'
    const [sound, badRow, badChunk, noChunk] = [
      await store('sound'),
      await store('its row will be damaged'),
      await store(spoilt),
      await store(lost),
    ]
    await first.end()
    const db = new Database(join(first.home, 'spillway.db'))
    db.prepare(`UPDATE entries SET metadata = '{broken' WHERE id = ?`).run(badRow)
    const blobOf = db.prepare('SELECT blob FROM entries WHERE id = ?').pluck()
    db.prepare(`UPDATE chunks SET codec = 1, data = x'28b52ffd00' WHERE blob = ?`).run(blobOf.get(badChunk))
    db.prepare('DELETE FROM chunks WHERE blob = ?').run(blobOf.get(noChunk))
    db.close()

    const again = await startDaemon(first.home)
    const list = await again.api.listEntries({})
    expect(list.items.map(({ id }) => id).toSorted()).toEqual([sound, badChunk, noChunk].toSorted())
    expect(list.damaged).toEqual([{ id: badRow, reason: expect.any(String) }])
    for (const id of [badChunk, noChunk])
      await expect(again.api.readEntry({ id })).rejects.toMatchObject({ code: 'internal' })
    expect((await again.fetch(`/api/v1/entries/${badRow}`)).status).toBe(500)
    expect((await again.api.readEntry({ id: sound })).text).toBe('sound')
    for (const id of [badChunk, noChunk])
      await expect(again.api.readEntry({ id, mode: 'grep', pattern: 'chunk' })).rejects.toMatchObject({
        code: 'internal',
        message: expect.stringContaining('damaged') as string,
      })
    // Words are still found in what is sound.
    await vi.waitFor(async () => {
      const { items, unindexed } = await again.api.search({ q: 'sound' })
      expect({ ids: items.map(({ id }) => id), unindexed }).toEqual({ ids: [sound], unindexed: 0 })
    }, 10_000)
    // The same bytes stored again heal what held the damaged ones.
    for (const [id, content] of Object.entries({ [badChunk]: spoilt, [noChunk]: lost })) {
      const repeated = await again.api.offload({ tool: 't', content, force: true })
      expect(repeated.offloaded).toBe(true)
      expect((await again.api.readEntry({ id, mode: 'full' })).text).toBe(content)
      expect(await (await again.fetch(`/api/v1/entries/${id}/content`)).text()).toBe(content)
      expect((await again.api.readEntry({ id, mode: 'grep', pattern: 'chunk', count: true })).text).toBe('1')
    }
    for (const id of [badRow, badChunk, noChunk])
      expect(await again.api.prune({ all: true, dryRun: true })).toHaveProperty(
        'ids',
        expect.arrayContaining([id]),
      )
    await again.api.prune({ all: true })
    expect(await again.api.listEntries({})).toMatchObject({ items: [], total: 0 })
    expect((await again.api.stats({})).blobs).toBe(0)
  })

  test('A11: a damaged event is left out of the timeline and its stream, and said in the log', async () => {
    await using first = await createDaemon()
    for (const content of ['one', 'two', 'three'])
      await first.api.offload({ tool: 't', content, force: true })
    const { items: before } = await first.api.listEvents({ limit: 100 })
    await first.end()
    const db = new Database(join(first.home, 'spillway.db'))
    const [notJson, unknown] = before.filter(({ type }) => type === 'call.offloaded')
    db.prepare(`UPDATE events SET data = '{' WHERE seq = ?`).run(notJson?.seq)
    db.prepare(`UPDATE events SET type = 'no.such' WHERE seq = ?`).run(unknown?.seq)
    db.close()

    const again = await startDaemon(first.home)
    const sound = before.filter(({ seq }) => seq !== notJson?.seq && seq !== unknown?.seq)
    const { items } = await again.api.listEvents({ limit: 100 })
    expect(items.slice(0, sound.length)).toEqual(sound)
    // A page is short at the end only: who reads on from the last item of a full one misses nothing.
    const pages = [await again.api.listEvents({ limit: 3 })]
    for (let last = pages[0]; last?.items.length === 3; last = pages.at(-1))
      pages.push(await again.api.listEvents({ limit: 3, after: last.items.at(-1)?.seq ?? 0 }))
    expect(pages.flatMap((page) => page.items)).toEqual(items)
    await using stream = await readEvents(again, { after: 0 })
    expect(await stream.until(({ seq }) => seq === items.at(-1)?.seq)).toEqual(items)
    const logs = await readdir(join(first.home, 'logs'))
    const log = await Promise.all(logs.map((name) => readFile(join(first.home, 'logs', name), 'utf8')))
    expect(log.join('')).toContain('an event is damaged')
  })
})
