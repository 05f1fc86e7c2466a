import { createHash } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, vi } from 'vitest'
import type { TestHome } from './cli-process.ts'
import type { RunningDaemon } from './running-daemon.ts'

export const SECRET = 'AKIAABCDEFGHIJKLMNOP'

/** A session with all that a recording may hold: dedup, reads, a note, an error, an inline result, bytes, a secret. */
export async function record({ api }: RunningDaemon): Promise<string> {
  const { id: session } = await api.createSession({ project: '/work/<img src=x onerror=alert(1)>' })
  const log = Array.from(
    { length: 20_000 },
    (_, i) => `line ${i} of a log, ${i % 700 ? 'INFO' : 'ERROR'}`,
  ).join('\n')
  await api.startTurn({ session, prompt: `find what went wrong, key ${SECRET}` })
  const { entry } = await api.offload({
    session,
    tool: 'read_log',
    content: log,
    arguments: { path: '../../etc/evil' },
  })
  await api.offload({ session, tool: 'read_log_again', content: log })
  await api.offload({ session, tool: 'small', content: 'fits into the context' })
  await api.offload({
    session,
    tool: 'keys',
    content: `${'a line\n'.repeat(2_000)}key ${SECRET}\n`,
    arguments: { SECRET },
  })
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * i) & 0xff))
  await api.offload({
    session,
    tool: 'shot',
    contentBase64: bytes.toString('base64'),
    mime: 'image/png',
    force: true,
  })
  await api.startTurn({ session, prompt: 'and then' })
  await api.offload({
    session,
    tool: 'json',
    content: JSON.stringify(Array.from({ length: 3_000 }, (_, id) => ({ id }))),
  })
  await api.readEntry({ id: entry?.id ?? '', mode: 'lines', start: 700, end: 720 })
  await settled(api, session)
  return session
}

/** Tokens are counted behind the calls: waits until all of a session’s are. */
export async function settled(api: RunningDaemon['api'], session: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { turnList } = await api.getSession({ id: session })
      const turns = await Promise.all(turnList.map(({ id }) => api.getTurn({ id })))
      expect(turns.flatMap(({ callList }) => callList).every(({ tokensRaw }) => tokensRaw !== null)).toBe(
        true,
      )
    },
    { timeout: 20_000 },
  )
}

/** All that the API says of a session, but for whose it is, how it came and when it was used here. */
export async function wholeOf(daemon: RunningDaemon, id: string) {
  const { api } = daemon
  const session = await api.getSession({ id })
  const turns = await Promise.all(session.turnList.map((turn) => api.getTurn({ id: turn.id })))
  const calls = await Promise.all(
    turns.flatMap(({ callList }) => callList).map((call) => api.getCall({ id: call.id })),
  )
  const entries = await Promise.all(
    calls
      .flatMap((call) => call.entries)
      .map(async (entry) => {
        const {
          expiresAt: _e,
          lastUsedAt: _l,
          client: _c,
          project: _p,
          tier: _t,
          ...rest
        } = await api.getEntry({ id: entry })
        const bytes = Buffer.from(
          await (await daemon.fetch(`/api/v1/entries/${entry}/content`)).arrayBuffer(),
        )
        return { ...rest, content: createHash('sha256').update(bytes).digest('hex') }
      }),
  )
  const { client: _c, project: _p, transport: _t, lastUsedAt: _l, ...whole } = session
  return { whole: { ...whole, turnList: undefined }, turns, calls, entries }
}

/** Every row of a home, but those that tell of the daemon itself. */
export async function rowsOf({ home }: TestHome): Promise<unknown> {
  const db = new Database(join(home, 'spillway.db'), { readonly: true })
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .pluck()
    .all()
  const rows = tables.map((name) => [
    name,
    db.prepare(`SELECT * FROM ${String(name)}${name === 'blobs' ? ' WHERE condemned = 0' : ''}`).all(),
  ])
  db.close()
  return rows.filter(([name]) => name !== 'chunks' && name !== 'size_history')
}

export const send = (to: RunningDaemon, body: Uint8Array<ArrayBuffer>) =>
  to.fetch('/api/v1/import', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/octet-stream' },
  })
