import type { Flag, Term } from '../../../shared/filter/term.ts'
import { globPattern } from '../glob.ts'
import type { Condition } from './call-conditions.ts'

/** How the call went that stored an entry says nothing of what is stored: these hold for every entry, or for none. */
const FLAG_TESTS: Readonly<Record<Flag, string>> = {
  offloaded: 'e.note = 0',
  inline: '0',
  failopen: '0',
  cancelled: '0',
  gone: '0',
  dedup: 'EXISTS (SELECT 1 FROM entries o WHERE o.blob = e.blob AND o.seq < e.seq)',
  error: 'EXISTS (SELECT 1 FROM calls c WHERE c.id = e.call AND c.is_error)',
  pinned: 'e.pinned = 1',
  read: 'EXISTS (SELECT 1 FROM reads r WHERE r.entry = e.id)',
  resolved: `EXISTS (SELECT 1 FROM calls c WHERE c.id = e.call AND (c.arguments GLOB '*{{step[0-9]*' OR c.arguments GLOB '*{{scratchpad:*'))`,
  redacted: 'e.redactions > 0',
}

/** One condition of a filter over `entries e`; null where it means nothing, and so hides nothing. */
export function entryCondition(term: Term, now: number): Condition | null {
  const test = testOf(term, now)
  if (test === null) return null
  return { ...test, sql: term.negated ? `NOT (${test.sql})` : `(${test.sql})` }
}

function testOf(term: Term, now: number): Condition | null {
  switch (term.kind) {
    case 'word': {
      const columns = ['e.id', 'e.name', 'e.source', 'e.kind', 'e.sha256']
      const sql = columns.map((column) => `instr(lower(${column}), ?)`).join(' OR ')
      return { sql, values: columns.map(() => term.word) }
    }
    case 'tool': {
      const pattern = globPattern(term.glob.toLowerCase())
      return { sql: 'lower(e.source) GLOB ? OR lower(e.tool) GLOB ?', values: [pattern, pattern] }
    }
    case 'kind':
      return { sql: 'e.kind = ?', values: [term.value] }
    case 'session': {
      const start = term.value.replace(/[…*]$/, '')
      return { sql: 'substr(e.session, 1, ?) = ?', values: [start.length, start] }
    }
    case 'turn':
      return {
        sql: 'EXISTS (SELECT 1 FROM turns t WHERE t.id = e.turn AND t.number = ?)',
        values: [term.number],
      }
    case 'is':
      return { sql: FLAG_TESTS[term.flag], values: [] }
    case 'size':
      return { sql: `e.bytes ${term.over ? '>' : '<'} ?`, values: [term.bytes] }
    case 'since':
      return { sql: 'e.created_at >= ?', values: [now - term.seconds * 1_000] }
    default:
      return null
  }
}
