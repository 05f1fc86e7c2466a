import type { Flag, Term } from '../../../shared/filter/term.ts'
import { globPattern } from '../glob.ts'

/** A part of a WHERE over `events e` with its call as `c`, and the values for its question marks. */
export interface Condition {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

const ENTRIES = `json_each(e.data, '$.entries')`
const TOOL = `lower(e.data ->> 'tool')`
const QUALIFIED = `lower(coalesce((e.data ->> 'server') || '.', '') || (e.data ->> 'tool'))`

const storedWhere = (test: string) =>
  `EXISTS (SELECT 1 FROM ${ENTRIES} j JOIN entries n ON n.id = j.value ->> 'id' WHERE ${test})`

const FLAG_TESTS: Readonly<Record<Flag, string>> = {
  offloaded: `e.type = 'call.offloaded'`,
  inline: `e.type = 'call.inline'`,
  failopen: `e.type = 'call.failopen'`,
  cancelled: `e.type = 'call.cancelled'`,
  dedup: `EXISTS (SELECT 1 FROM ${ENTRIES} j WHERE j.value ->> 'dedup')`,
  error: `e.data ->> 'isError'`,
  pinned: storedWhere('n.pinned = 1'),
  read: `EXISTS (SELECT 1 FROM ${ENTRIES} j JOIN reads r ON r.entry = j.value ->> 'id')`,
  resolved: `coalesce(c.arguments GLOB '*{{step[0-9]*' OR c.arguments GLOB '*{{scratchpad:*', 0)`,
  redacted: `coalesce(e.data ->> '$.redactions.count', 0) > 0`,
  gone: storedWhere('n.blob IS NULL'),
}

/** One condition of a filter in SQL; null where it means nothing, and so hides nothing. The app's own test of a row says the same. */
export function conditionOf(term: Term, now: number): Condition | null {
  const test = testOf(term, now)
  if (test === null) return null
  return term.negated ? { ...test, sql: `NOT (${test.sql})` } : { ...test, sql: `(${test.sql})` }
}

function testOf(term: Term, now: number): Condition | null {
  switch (term.kind) {
    case 'word': {
      const stored = ['id', 'name', 'kind', 'sha256'].map((name) => `instr(lower(j.value ->> '${name}'), ?)`)
      const sql = `instr(${QUALIFIED}, ?) OR EXISTS (SELECT 1 FROM ${ENTRIES} j WHERE ${stored.join(' OR ')})`
      return { sql, values: Array<string>(5).fill(term.word) }
    }
    case 'tool': {
      const pattern = globPattern(term.glob.toLowerCase())
      return { sql: `${QUALIFIED} GLOB ? OR ${TOOL} GLOB ?`, values: [pattern, pattern] }
    }
    case 'kind':
      return { sql: `EXISTS (SELECT 1 FROM ${ENTRIES} j WHERE j.value ->> 'kind' = ?)`, values: [term.value] }
    case 'session': {
      const start = term.value.replace(/[…*]$/, '')
      return { sql: `coalesce(substr(e.session, 1, ?) = ?, 0)`, values: [start.length, start] }
    }
    case 'turn':
      return { sql: `coalesce(e.data ->> 'turnNumber' = ?, 0)`, values: [term.number] }
    case 'is':
      return { sql: FLAG_TESTS[term.flag], values: [] }
    case 'size':
      return { sql: `e.data ->> 'rawBytes' ${term.over ? '>' : '<'} ?`, values: [term.bytes] }
    case 'since':
      return { sql: 'e.at >= ?', values: [now - term.seconds * 1_000] }
    default:
      return null
  }
}
