import type { Database } from 'better-sqlite3'
import type { PolicyConfig } from '../../../shared/config.ts'
import { type DecidedBy, decidedBy } from '../../policy/decided-by.ts'
import { isRecord } from '../../policy/payload.ts'
import { resolveRule } from '../../policy/rule.ts'
import { decideFacts } from '../../policy/simulate/decide-facts.ts'
import { factsOf, factsOfSize, type LongText, type ResultFacts } from '../../policy/simulate/facts.ts'
import type { PastCall } from '../../policy/simulate/simulate.ts'
import { parseJson } from '../../rpc/json.ts'
import { fillSkeleton } from '../reads/skeleton.ts'
import { all, get } from '../statement.ts'
import { begin, type Pace, step } from './pace.ts'
import type { SimulationScope } from './protocol.ts'

/** The newest; each takes about a kilobyte of memory. */
export const MOST_CALLS = 100_000
/** A stored string up to this many bytes is looked at; of a longer one the size is enough. */
const LOOKED_AT_BYTES = 65_536

interface Row {
  readonly seq: number
  readonly id: string
  readonly server: string | null
  readonly tool: string
  readonly outcome: 'offloaded' | 'inline' | 'failopen'
  readonly is_error: number
  readonly raw_bytes: number
  readonly tokens_raw: number
  readonly tokens_delivered: number
  readonly failed: number
  readonly rule: string | null
}

/** A call with the server and tool whose rule another policy gives. */
export interface ScopedCall extends PastCall {
  readonly server: string | null
  readonly name: string
}

export interface PastCalls {
  readonly calls: readonly ScopedCall[]
  /** Older ones that were left out. */
  readonly omitted: number
  /** Tokens of reads of what no call of these stored: notes, and entries of other calls. */
  readonly otherReads: number
}

/** What results are made of does not change, and reading them is what takes long. */
export type FactsMemory = Map<string, ResultFacts>

export function pastCalls(
  db: Database,
  scope: SimulationScope,
  current: PolicyConfig,
  memory: FactsMemory,
  pace: Pace,
): PastCalls {
  const rows = all<Row>(db, `${CALLS} ORDER BY c.seq DESC LIMIT ${MOST_CALLS}`, { ...scope })
  const total = get<{ n: number }>(db, `SELECT count(*) AS n FROM (${CALLS})`, { ...scope })?.n ?? 0
  const read = new Map(
    all<{ call: string | null; tokens: number }>(db, READS, { ...scope }).map(({ call, tokens }) => [
      call,
      tokens,
    ]),
  )
  const ruleOf = ruleReader(current)
  let ofCalls = 0
  begin(pace, rows.length)
  const calls = rows.map((row): ScopedCall => {
    step(pace)
    const tokensReread = read.get(row.id) ?? 0
    ofCalls += tokensReread
    const rule = ruleOf(row)
    const facts =
      rule.asked || row.outcome === 'failopen' || row.failed === 1 ? null : factsFor(db, row, memory)
    return {
      server: row.server,
      name: row.tool,
      tool: row.server === null ? row.tool : `${row.server}.${row.tool}`,
      offloaded: row.outcome === 'offloaded',
      tokensRaw: row.tokens_raw,
      tokensDelivered: row.tokens_delivered,
      tokensReread,
      rule,
      facts,
      decision: facts === null ? null : decideFacts(facts, rule),
    }
  })
  const reads = [...read.values()].reduce((sum, tokens) => sum + tokens, 0)
  return { calls, omitted: total - rows.length, otherReads: reads - ofCalls }
}

/** What was made again to compare it is nobody's traffic, unless it is what is asked about. */
const IN_SCOPE = `(:client IS NULL OR s.client = :client) AND (:session IS NULL OR c.session = :session)
  AND (:turn IS NULL OR c.turn = :turn) AND (:from IS NULL OR c.started_at >= :from) AND (:to IS NULL OR c.started_at < :to)
  AND (s.repeats IS NULL OR c.session = :session OR c.turn = :turn)`

const CALLS = `SELECT c.seq, c.id, c.server, c.tool, c.outcome, c.is_error, c.raw_bytes, c.tokens_raw, c.tokens_delivered,
    c.error IS NOT NULL OR c.cancelled IS NOT NULL AS failed, r.rule
  FROM calls c JOIN sessions s ON s.id = c.session LEFT JOIN rules r ON r.sha256 = c.rule WHERE ${IN_SCOPE}`

/** A read without a session or turn of its own belongs to that of its entry. */
const READS = `SELECT e.call AS call, sum(r.tokens) AS tokens FROM reads r JOIN entries e ON e.id = r.entry
  WHERE (:client IS NULL OR e.client = :client) AND (:session IS NULL OR coalesce(r.session, e.session) = :session)
    AND (:turn IS NULL OR coalesce(r.turn, e.turn) = :turn) AND (:from IS NULL OR r.at >= :from) AND (:to IS NULL OR r.at < :to)
  GROUP BY e.call`

/** The rule that decided a call; where it was not kept, the one of today. */
function ruleReader(current: PolicyConfig): (row: Row) => DecidedBy {
  const kept = new Map<string, DecidedBy>()
  const rules = rulesOf(current)
  return ({ server, tool, rule }) => {
    if (rule === null) return rules(server, tool)
    const known = kept.get(rule) ?? (JSON.parse(rule) as DecidedBy)
    kept.set(rule, known)
    return known
  }
}

/** What a policy says about each tool; asked for once for each. */
export function rulesOf(policy: PolicyConfig): (server: string | null, tool: string) => DecidedBy {
  const known = new Map<string, DecidedBy>()
  return (server, tool) => {
    const key = `${server ?? ''}\0${tool}`
    const rule = known.get(key) ?? decidedBy(resolveRule(policy, server, tool), false)
    known.set(key, rule)
    return rule
  }
}

function factsFor(db: Database, row: Row, memory: FactsMemory): ResultFacts {
  const known = memory.get(row.id)
  if (known) return known
  const facts = readFacts(db, row)
  memory.set(row.id, facts)
  // The oldest goes: the next simulation is most likely about the same calls.
  const [first] = memory.keys()
  if (memory.size > MOST_CALLS && first !== undefined) memory.delete(first)
  return facts
}

function readFacts(db: Database, row: Row): ResultFacts {
  const skeleton = get<{ result: string | null }>(
    db,
    'SELECT result FROM calls WHERE seq = ?',
    row.seq,
  )?.result
  const bySize = factsOfSize(row.raw_bytes, row.is_error === 1)
  if (skeleton === null || skeleton === undefined) return bySize
  const long = new Map<string, LongText>()
  const { json, pruned } = fillSkeleton(db, skeleton, LOOKED_AT_BYTES, (sha256, bytes) => {
    long.set(sha256, { bytes, chars: charsOf(db, sha256) ?? bytes })
    return sha256
  })
  const result = pruned ? null : parseJson(json)
  return isRecord(result) ? factsOf(result, (text) => long.get(text) ?? null) : bySize
}

const charsOf = (db: Database, sha256: string): number | null =>
  get<{ chars: number | null }>(db, 'SELECT chars FROM blobs WHERE sha256 = ?', sha256)?.chars ?? null
