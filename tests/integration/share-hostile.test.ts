import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCHEMA_VERSION } from '../../src/main/store/migrate.ts'
import { createHome, type TestHome } from './cli-process.ts'
import { record, rowsOf, send } from './recordings.ts'
import { type RunningDaemon, startDaemon } from './running-daemon.ts'

let at: TestHome
let daemon: RunningDaemon
let good: Buffer<ArrayBuffer>

beforeAll(async () => {
  at = await createHome()
  daemon = await startDaemon(at.home)
  const session = await record(daemon)
  const reply = await daemon.fetch(`/api/v1/export?session=${session}`)
  good = Buffer.from(await reply.arrayBuffer())
})
afterAll(async () => await at[Symbol.asyncDispose]())

/** The recording as somebody else may have changed it. */
async function changed(change: (db: Database.Database) => void): Promise<Buffer<ArrayBuffer>> {
  const path = join(at.home, 'changed.spillway')
  await writeFile(path, good)
  const db = new Database(path)
  db.pragma('foreign_keys = OFF')
  change(db)
  db.close()
  return Buffer.from(await readFile(path))
}

const sql = (text: string) => () => changed((db) => db.exec(text))

const deep = `'${'['.repeat(100_000)}${']'.repeat(100_000)}'`

const files: [what: string, code: string, words: RegExp, file: () => Promise<Buffer<ArrayBuffer>>][] = [
  ['text', 'invalid_input', /not a Spillway recording/, async () => Buffer.from('SQLite format 3\0, or so')],
  ['nothing', 'invalid_input', /not a Spillway recording/, async () => Buffer.alloc(0)],
  ['the first half', 'invalid_input', /damaged/, async () => Buffer.from(good.subarray(0, good.length / 2))],
  [
    'a stretch of noise',
    'invalid_input',
    /damaged/,
    async () => {
      const content = good.lastIndexOf(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]))
      return Buffer.from(
        Buffer.concat([good.subarray(0, content + 20), Buffer.alloc(64, 0xa5), good.subarray(content + 84)]),
      )
    },
  ],
  [
    'another program’s database',
    'invalid_input',
    /not a Spillway recording/,
    sql('PRAGMA application_id = 0'),
  ],
  [
    'a newer version',
    'unsupported',
    new RegExp(`schema 999; this one knows ${SCHEMA_VERSION}`),
    sql('PRAGMA user_version = 999'),
  ],
  ['an older version that it is not', 'invalid_input', /schema of its own/, sql('PRAGMA user_version = 1')],
  [
    'a trigger',
    'invalid_input',
    /schema of its own/,
    sql('CREATE TRIGGER evil AFTER INSERT ON calls BEGIN DELETE FROM entries; END'),
  ],
  ['a view', 'invalid_input', /schema of its own/, sql('CREATE VIEW evil AS SELECT load_extension(1)')],
  ['a table', 'invalid_input', /schema of its own/, sql('CREATE TABLE evil (x)')],
  ['an index', 'invalid_input', /schema of its own/, sql('CREATE INDEX evil ON calls (tool)')],
  [
    'a generated column',
    'invalid_input',
    /schema of its own/,
    sql("ALTER TABLE turns ADD COLUMN evil TEXT GENERATED ALWAYS AS (printf('%.*c', 1000000, 'x'))"),
  ],
  [
    'a table under the name of another',
    'invalid_input',
    /schema of its own/,
    sql('DROP TABLE reads; CREATE VIEW reads AS SELECT * FROM calls'),
  ],
  [
    'a hash that is not that of its bytes',
    'invalid_input',
    /not what it says/,
    sql(
      `UPDATE blobs SET sha256 = '${'0'.repeat(64)}' WHERE id = 1; UPDATE entries SET sha256 = '${'0'.repeat(64)}' WHERE blob = 1`,
    ),
  ],
  ['a content cut short', 'invalid_input', /not what it says/, sql('DELETE FROM chunks WHERE seq > 0')],
  [
    'chunks out of order',
    'invalid_input',
    /not what it says/,
    sql('UPDATE chunks SET seq = seq + 100 WHERE seq > 0'),
  ],
  ['an unknown codec', 'invalid_input', /not what it says/, sql('UPDATE chunks SET codec = 7')],
  [
    'a chunk that unpacks without end',
    'invalid_input',
    /not what it says/,
    () =>
      changed((db) =>
        db
          .prepare('UPDATE chunks SET codec = 1, data = ? WHERE seq = 0')
          .run(zstdCompressSync(Buffer.alloc(256 * 1024 * 1024))),
      ),
  ],
  [
    'more bytes than there are',
    'invalid_input',
    /not what it says/,
    sql(
      'UPDATE blobs SET bytes = 4000000000 WHERE id = 1; UPDATE entries SET bytes = 4000000000 WHERE blob = 1',
    ),
  ],
  [
    'a count beyond all counts',
    'invalid_input',
    /tokens_raw/,
    sql('UPDATE calls SET tokens_raw = 9007199254740993'),
  ],
  ['a negative count', 'invalid_input', /raw_bytes/, sql('UPDATE calls SET raw_bytes = -1')],
  [
    'a time that is none',
    'invalid_input',
    /started_at/,
    sql('UPDATE calls SET started_at = 8640000000000001'),
  ],
  [
    'a call of no turn',
    'invalid_input',
    /refers to what is not there/,
    sql("UPDATE calls SET turn = 't_000000000000'"),
  ],
  [
    'an entry of no session',
    'invalid_input',
    /refers to what is not there/,
    sql("UPDATE entries SET session = 's_0000000000000000'"),
  ],
  [
    'an entry with the bytes of another',
    'invalid_input',
    /refers to what is not there/,
    sql('UPDATE entries SET blob = (SELECT max(id) FROM blobs)'),
  ],
  [
    'two sessions',
    'invalid_input',
    /refers to what is not there/,
    sql(
      "INSERT INTO sessions SELECT 's_0000000000000000', client, client_name, project, transport, external_key, started_at, last_used_at, repeats, NULL FROM sessions",
    ),
  ],
  [
    'no session',
    'invalid_input',
    /table sessions, it is empty|refers to what is not there/,
    sql(
      'DELETE FROM events; DELETE FROM reads; DELETE FROM entries; DELETE FROM call_blobs; DELETE FROM calls; DELETE FROM turns; DELETE FROM sessions',
    ),
  ],
  [
    'an id that is a path',
    'invalid_input',
    /table entries, row 1, id/,
    sql("UPDATE entries SET id = '../../etc/passwd' WHERE seq = (SELECT min(seq) FROM entries)"),
  ],
  [
    'a name of a megabyte',
    'invalid_input',
    /entries, row 1, name/,
    sql("UPDATE entries SET name = printf('%.*c', 1000000, 'x')"),
  ],
  [
    'arguments that nest without end',
    'invalid_input',
    /arguments/,
    sql(`UPDATE calls SET arguments = ${deep}`),
  ],
  [
    'delivered text in another shape',
    'invalid_input',
    /delivered/,
    sql(`UPDATE calls SET delivered = '{"content": 5}'`),
  ],
  [
    'events in another shape',
    'invalid_input',
    /events/,
    sql(`UPDATE events SET data = '{"entries": "all"}' WHERE type = 'call.offloaded'`),
  ],
  [
    'a call that says something else here',
    'conflict',
    /is here already and says something else/,
    sql(`UPDATE calls SET arguments = '{"path": "/elsewhere"}'`),
  ],
  [
    'a turn more in a session of this home',
    'conflict',
    /adds to a session of this home/,
    sql(
      "INSERT INTO turns SELECT 't_000000000000', session, 99, 'do as I say', NULL, 1, started_at, ended_at, title, 0 FROM turns LIMIT 1",
    ),
  ],
]

test.each(files)('N5: refuses %s, and the home is as it was', async (_what, code, words, file) => {
  const body = await file()
  const before = await rowsOf(at)
  const reply = await send(daemon, body)
  const { error } = (await reply.json()) as { error: { code: string; message: string } }
  expect(error).toMatchObject({ code, message: expect.stringMatching(words) as string })
  expect(await rowsOf(at)).toEqual(before)
})

test('N5: what a file says of the whole is counted anew, and what it would teach agents is not taken in', async () => {
  const other = 's_0000000000000000'
  const file = await changed((db) => {
    for (const [table, column] of [
      ['sessions', 'id'],
      ['turns', 'session'],
      ['calls', 'session'],
      ['entries', 'session'],
      ['events', 'session'],
      ['reads', 'session'],
    ])
      db.exec(`UPDATE ${table} SET ${column} = '${other}'`)
    for (const [table, letter] of [
      ['turns', 't'],
      ['calls', 'c'],
      ['entries', 'e'],
    ])
      for (const id of db.prepare(`SELECT id FROM ${table}`).pluck().all() as string[]) {
        const fresh = `${letter}_${id[2] === '0' ? '1' : '0'}${id.slice(3)}`
        db.prepare(`UPDATE ${table} SET id = ? WHERE id = ?`).run(fresh, id)
        if (table === 'turns')
          for (const of of ['calls', 'entries', 'events', 'reads'])
            db.prepare(`UPDATE ${of} SET turn = ? WHERE turn = ?`).run(fresh, id)
        if (table === 'calls')
          for (const of of ['call_blobs', 'entries'])
            db.prepare(`UPDATE ${of} SET call = ? WHERE call = ?`).run(fresh, id)
      }
    db.exec(`UPDATE entries SET note = 1, scope = 'project', pinned = 1, name = 'rules' || seq`)
    db.exec(`UPDATE totals SET session = '${other}', calls = 4000000, tokens_raw = 4000000000`)
    db.exec("INSERT INTO clients VALUES ('k_000000000000', 'me', x'00', 1, 1)")
  })
  expect(await (await send(daemon, file)).json()).toMatchObject({ session: other, calls: 6 })
  const { calls, tokens, projectPath } = await daemon.api.getSession({ id: other })
  expect(calls).toBe(6)
  expect(tokens.raw).toBeLessThan(1_000_000)
  expect(projectPath).toBe('/work/<img src=x onerror=alert(1)>')
  expect((await daemon.api.listClients({})).items).toEqual([])
  expect((await daemon.api.listNotes({})).items).toEqual([])
  const { items } = await daemon.api.listEntries({ session: other })
  expect(items.map(({ note, pinned, scope }) => ({ note, pinned, scope }))).toContainEqual({
    note: false,
    pinned: false,
    scope: 'session',
  })
})
