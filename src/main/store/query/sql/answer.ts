import type { Database, Statement } from 'better-sqlite3'
import { reasonOf, SpillwayError } from '../../../../shared/errors.ts'
import type { SqlAnswer, SqlAsk } from '../protocol.ts'
import type { LoadedTable } from '../table/load.ts'
import { describeColumns } from './describe.ts'
import { csvRow } from './csv-text.ts'
import { sqlShape } from './shape.ts'

const TOO_BIG = new Set(['SQLITE_TOOBIG', 'SQLITE_NOMEM', 'SQLITE_FULL'])
const READING = new Set(['SELECT', 'WITH', 'VALUES'])

/**
 * The rows of one statement that only reads, as CSV, with the number of all its rows.
 * @throws SpillwayError `invalid_input` with what SQLite says and the columns there are
 */
export function answerSql({ db, facts }: LoadedTable, ask: SqlAsk): SqlAnswer {
  const { keyword, body } = sqlShape(ask.query)
  if (!READING.has(keyword))
    throw refused(`One SELECT is wanted (or WITH … SELECT), not ${keyword === '' ? 'this' : keyword}.`)
  try {
    const statement = db.prepare<unknown[], unknown[]>(body)
    if (!statement.readonly || !statement.reader)
      throw refused('The statement would write; only SELECT is possible.')
    return { ...rowsOf(db, statement, body, ask), table: facts }
  } catch (error) {
    if (error instanceof SpillwayError) throw error
    const reason = reasonOf(error)
    if (TOO_BIG.has((error as { code?: string }).code ?? ''))
      throw new SpillwayError('too_large', `SQL: ${reason}.`, 'Select less at a time.')
    if (/more than one statement/.test(reason)) throw refused('One statement at a time.')
    throw new SpillwayError(
      'invalid_input',
      `SQL: ${reason}.`,
      `Columns of t: ${describeColumns(facts.columns)}.`,
    )
  }
}

const refused = (message: string) =>
  new SpillwayError('invalid_input', message, 'For example: SELECT count(*) FROM t')

function rowsOf(
  db: Database,
  statement: Statement<unknown[], unknown[]>,
  body: string,
  { skip, maxRows, maxChars }: SqlAsk,
): Omit<SqlAnswer, 'table'> {
  const header = csvRow(statement.columns().map(({ name }) => name))
  const lines = [header]
  let length = header.length
  let passed = 0
  let cutAt: number | null = null
  let ended = true
  for (const row of statement.raw(true).safeIntegers(true).iterate()) {
    if (passed < skip) {
      passed++
      continue
    }
    if (lines.length > maxRows) {
      ended = false
      break
    }
    let line = csvRow(row)
    if (length + 1 + line.length > maxChars) {
      if (lines.length > 1) {
        ended = false
        break
      }
      // A row that alone is too long for a reply would never come otherwise.
      cutAt = Math.max(1, Math.floor((maxChars - length) / row.length) - 4)
      line = csvRow(row, cutAt)
    }
    lines.push(line)
    length += 1 + line.length
  }
  const rows = lines.length - 1
  return { text: lines.join('\n'), rows, total: ended ? passed + rows : countAll(db, body), cutAt }
}

/** Counts inside SQLite: much cheaper than to fetch every row, and a query without an end meets its time limit here. */
function countAll(db: Database, body: string): number {
  const counted = db.prepare<[], number>(`SELECT count(*) FROM (${body}\n)`).pluck(true).get()
  return counted ?? 0
}
