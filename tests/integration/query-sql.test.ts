import { execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReadParams, ReadResult } from '../../src/shared/reading.ts'
import { createDaemon, type RunningDaemon } from './running-daemon.ts'

let daemon: RunningDaemon & { home: string } & AsyncDisposable
let table: string

beforeAll(async () => {
  daemon = await createDaemon()
  table = await store('id,name\n1,a\n2,b\n')
})
afterAll(() => daemon[Symbol.asyncDispose]())

async function store(content: string): Promise<string> {
  const { entry } = await daemon.api.offload({ tool: 'query', content, force: true })
  if (!entry) throw new Error('nothing was stored')
  return entry.id
}

const read = (id: string, params: ReadParams): Promise<ReadResult> => daemon.api.readEntry({ id, ...params })
const sql = (id: string, query: string, more: ReadParams = {}) => read(id, { mode: 'sql', query, ...more })

describe('N10: tables', () => {
  test('N10: a CSV with quotes, codes, gaps and doubled names', async () => {
    const id = await store(
      'id,first name,Zip,qty,price,qty\r\n1,"Köln, ""X""",00123,5,1.50,9\r\n2,b,04567,,2,12345678901234567890\r\n3,,99,7,-3e2\r\n',
    )
    const { text, returned, footer } = await sql(id, 'SELECT * FROM t')
    expect(text).toBe(
      'id,first name,Zip,qty,price,qty_2\n1,"Köln, ""X""",00123,5,1.5,9\n2,b,04567,,2.0,12345678901234567890\n3,"",99,7,-300.0,',
    )
    expect(returned).toEqual({ unit: 'rows', start: 0, end: 3, count: 3 })
    expect(footer).toContain('t has 3 rows: id integer, "first name" text, Zip text, qty integer, price real')
    expect((await sql(id, 'SELECT sum(qty), count(qty) FROM t WHERE "first name" <> \'\'')).text).toContain(
      '\n5,1',
    )
  })

  test.each([
    ['TSV', 'a\tb\n1\tx, y\n2\tz\n'],
    ['semicolons', 'a;b\n1;"x, y"\n2;z\n'],
    ['bars', 'a|b\n1|x, y\n2|z\n'],
    ['a byte order mark', '\u{feff}a,b\n1,"x, y"\n2,z\n'],
    ['NDJSON', '{"a":1,"b":"x, y"}\n{"b":"z","a":2}\n'],
    ['a JSON array', '[{"a":1,"b":"x, y"},{"a":2,"b":"z"}]'],
    ['an object that holds one array', '{"next":null,"data":{"items":[{"a":1,"b":"x, y"},{"a":2,"b":"z"}]}}'],
    ['arrays in an array', '[["a","b"]]'],
  ])('N10: %s', async (name, content) => {
    const id = await store(content)
    if (name.startsWith('arrays'))
      expect((await sql(id, 'SELECT * FROM t')).text).toBe('column_1,column_2\na,b')
    else expect((await sql(id, 'SELECT a, b FROM t ORDER BY a')).text).toBe('a,b\n1,"x, y"\n2,z')
  })

  test('N10: JSON keeps large integers, booleans as 0 and 1, nested values as JSON', async () => {
    const id = await store(
      '{"items":[{"id":9007199254740993,"big":123456789012345678901,"ok":true,"tags":["x"]},{"id":2,"ok":false,"n":null}],"names":["a"]}',
    )
    expect((await sql(id, 'SELECT id, big, ok, tags, n FROM t')).text).toBe(
      'id,big,ok,tags,n\n9007199254740993,123456789012345678901,1,"[""x""]",\n2,,0,,',
    )
    expect((await sql(id, 'SELECT value FROM t', { path: '$.names' })).text).toBe('value\na')
  })

  test('N10: several arrays are named, and what is no table is refused', async () => {
    const several = await store('{"a":[{"x":1}],"b":[{"x":2}]}')
    await expect(sql(several, 'SELECT 1')).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('$.a, $.b') as string,
    })
    await expect(sql(await store('plain words\nand more of them\n'), 'SELECT 1')).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  test('N10: rows come in pages whose cursors give every row once', async () => {
    const id = await store(`n,sq\n${Array.from({ length: 1_000 }, (_, i) => `${i},${i * i}`).join('\n')}\n`)
    let page = await sql(id, 'SELECT n FROM t WHERE n % 2 = 0')
    expect(page.returned).toEqual({ unit: 'rows', start: 0, end: 100, count: 100 })
    expect(page.footer).toContain('Rows 1 to 100 of 500.')
    const rows: string[] = []
    for (;;) {
      rows.push(...page.text.split('\n').slice(1))
      if (page.cursor === undefined) break
      page = await read(id, { cursor: page.cursor })
    }
    expect(rows).toEqual(Array.from({ length: 500 }, (_, i) => String(2 * i)))
    expect((await sql(id, 'SELECT n FROM t', { limit: 3 })).text).toBe('n\n0\n1\n2')
    const { reads } = await daemon.api.getEntry({ id })
    expect(reads.at(-1)).toMatchObject({ mode: 'sql', unit: 'rows', start: 0, end: 3 })
  })

  test('N10: a row longer than a reply is cut, and says so', async () => {
    const id = await store(JSON.stringify([{ a: 'x'.repeat(100_000), b: 1 }]))
    const { text, truncated, footer } = await sql(id, 'SELECT * FROM t')
    expect(text.length).toBeLessThanOrEqual(30_000)
    expect(truncated).toBe(true)
    expect(footer).toContain('substr()')
  })

  test('N10: an SQL error names the columns', async () => {
    await expect(sql(table, 'SELECT nme FROM t')).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'SQL: no such column: nme.',
      hint: 'Columns of t: id integer, name text.',
    })
  })
})

const ENDLESS = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)'

describe('N10: hostile SQL', () => {
  test.each([
    ['ATTACH', `ATTACH '${join(tmpdir(), 'spillway-attached.db')}' AS other`, 'invalid_input'],
    ['VACUUM INTO', `VACUUM INTO '${join(tmpdir(), 'spillway-vacuumed.db')}'`, 'invalid_input'],
    ['PRAGMA', 'PRAGMA writable_schema = 1', 'invalid_input'],
    ['several statements', 'SELECT 1; SELECT 2', 'invalid_input'],
    ['a write behind a read', 'SELECT 1; DROP TABLE t', 'invalid_input'],
    ['DELETE', 'DELETE FROM t', 'invalid_input'],
    ['a write inside WITH', 'WITH a AS (SELECT 1) DELETE FROM t', 'invalid_input'],
    ['INSERT', "INSERT INTO t VALUES (3, 'c')", 'invalid_input'],
    ['CREATE', 'CREATE TABLE x (a)', 'invalid_input'],
    ['an extension', "SELECT load_extension('/tmp/x.so')", 'invalid_input'],
    ['a parameter', 'SELECT ?', 'invalid_input'],
    ['nothing', '-- nothing', 'invalid_input'],
    ['a 1 GB printf', "SELECT length(printf('%1000000000d', 1))", /^(too_large|timeout)$/],
    ['a 500 MB printf', "SELECT length(printf('%500000000d', 1))", /^(too_large|timeout)$/],
    ['a large blob', 'SELECT length(randomblob(500000000))', /^(too_large|timeout)$/],
    ['a CTE without end', `${ENDLESS} SELECT count(*) FROM c`, 'timeout'],
    ['rows without end', `${ENDLESS} SELECT x FROM c`, 'timeout'],
    [
      'a set without end',
      'WITH RECURSIVE c(x) AS (SELECT 1 UNION SELECT x + 1 FROM c) SELECT max(x) FROM c',
      /^(too_large|timeout)$/,
    ],
  ])('N10: %s ends with a clear error within 6 s', async (_name, query, code) => {
    const started = performance.now()
    const error = await sql(table, query).then(
      () => null,
      (thrown: unknown) => thrown as { code: string; message: string },
    )
    expect(performance.now() - started).toBeLessThan(6_000)
    expect(error?.code).toMatch(code)
    expect(error?.message.length).toBeGreaterThan(10)
  })

  test('N10: nothing was created on disk, and the table is as it was', async () => {
    const left = await readdir(tmpdir())
    expect(left.filter((name) => /^spillway-(attached|vacuumed)/.test(name))).toEqual([])
    expect(
      (await readdir(daemon.home)).filter(
        (name) => !/^(spillway\.db|config\.json|daemon\.|token|logs|search\.db)/.test(name),
      ),
    ).toEqual([])
    expect((await sql(table, 'SELECT count(*) AS n FROM t')).text).toBe('n\n2')
  })

  test('N10: other reads stay as quick as they were while a query runs without end', async () => {
    const text = await store('line of text\n'.repeat(20_000))
    /** The 99th percentile of one read after the other, in milliseconds. */
    const p99 = async (duringMs: number) => {
      const times: number[] = []
      for (const until = performance.now() + duringMs; performance.now() < until;) {
        const started = performance.now()
        await read(text, { mode: 'lines', start: 10_000, n: 50 })
        times.push(performance.now() - started)
      }
      return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY
    }
    const before = await p99(3_000)
    const hostile = sql(table, `${ENDLESS} SELECT count(*) FROM c`).catch((error: unknown) => error)
    const meanwhile = await p99(4_000)
    expect(await hostile).toMatchObject({ code: 'timeout' })
    // 50 ms on a machine of one's own; on one that others fill, no more than that makes of it anyhow.
    expect(meanwhile).toBeLessThan(Math.max(50, 4 * before))
  })
})

test.skipIf(process.platform !== 'linux')('N10: a daemon that is killed leaves no query behind', async () => {
  const own = await createDaemon()
  const { entry } = await own.api.offload({ tool: 'query', content: 'a,b\n1,2\n3,4\n', force: true })
  const asked = own.api
    .readEntry({ id: entry?.id ?? '', query: `${ENDLESS} SELECT count(*) FROM c` })
    .catch((error: unknown) => error)
  const queryPids = (of: string[]) => {
    try {
      return execFileSync('pgrep', [...of, '-f', 'store/query/program'], { encoding: 'utf8' })
        .trim()
        .split('\n')
    } catch {
      // pgrep ends with 1 where there is none.
      return []
    }
  }
  let pids: string[] = []
  for (let tries = 0; pids.length === 0 && tries < 100; tries++) {
    await sleep(100)
    pids = queryPids(['-P', String(own.pid)])
  }
  expect(pids).toHaveLength(1)
  await sleep(1_500)
  await own.end('SIGKILL')
  await asked
  const left = () => queryPids([]).filter((pid) => pids.includes(pid))
  for (let tries = 0; left().length > 0 && tries < 100; tries++) await sleep(100)
  expect(left()).toEqual([])
  await own[Symbol.asyncDispose]()
})
