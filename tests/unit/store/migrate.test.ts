import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate, SCHEMA_VERSION } from '../../../src/main/store/migrate.ts'

const version = (db: Database.Database) => db.pragma('user_version', { simple: true })
const schema = (db: Database.Database) =>
  db.prepare('SELECT sql FROM sqlite_schema ORDER BY name').pluck().all()

test('a new database gets every step, and a second run changes nothing', () => {
  const db = new Database(':memory:')
  migrate(db)
  expect(version(db)).toBe(SCHEMA_VERSION)
  const before = schema(db)
  migrate(db)
  expect(schema(db)).toEqual(before)
})

test('every table is STRICT, and foreign keys hold', () => {
  const db = new Database(':memory:')
  migrate(db)
  const tables = db.pragma('table_list') as { name: string; type: string; strict: number }[]
  const loose = tables.filter(
    ({ name, type, strict }) => type === 'table' && !name.startsWith('sqlite_') && strict === 0,
  )
  expect(loose).toEqual([])
  expect(db.pragma('foreign_key_check')).toEqual([])
})

test('M7: entries are found by turn and by expiry through an index', () => {
  const db = new Database(':memory:')
  migrate(db)
  const plan = (sql: string) =>
    (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])
      .map(({ detail }) => detail)
      .join('; ')
  expect(plan(`SELECT id FROM entries WHERE turn = 't'`)).toMatch(/SEARCH entries USING (COVERING )?INDEX/)
  expect(plan(`SELECT id FROM entries WHERE blob IS NOT NULL AND expires_at <= 5`)).toMatch(
    /SEARCH entries USING (COVERING )?INDEX/,
  )
})

test('a database of a newer Spillway is refused and left as it is', () => {
  const db = new Database(':memory:')
  db.pragma(`user_version = ${SCHEMA_VERSION + 1}`)
  expect(() => migrate(db)).toThrow(/newer Spillway/)
  expect(version(db)).toBe(SCHEMA_VERSION + 1)
  expect(schema(db)).toEqual([])
})
