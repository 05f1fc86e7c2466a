import type { Database } from 'better-sqlite3'

/** What the rows of some sessions come to, per second, session and tool: see the columns of `totals`. */
const USED = `
  SELECT c.started_at / 1000 AS second, c.session,
    CASE WHEN c.server IS NULL THEN c.tool ELSE c.server || '.' || c.tool END AS source,
    1 AS calls, c.outcome = 'offloaded' AS offloads, c.outcome = 'inline' AND c.cancelled IS NULL AS inline, c.outcome = 'failopen' AS fail_open,
    0 AS entries, 0 AS bytes, 0 AS dedup_hits, 0 AS dedup_bytes, 0 AS reads, c.tokens_raw, c.tokens_delivered, 0 AS tokens_reread
  FROM calls c WHERE c.session IN (SELECT value FROM json_each(:sessions))
UNION ALL
  SELECT r.at / 1000, coalesce(r.session, e.session), e.source, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, r.tokens
  FROM entries e JOIN reads r ON r.entry = e.id WHERE coalesce(r.session, e.session) IN (SELECT value FROM json_each(:sessions))
UNION ALL
  SELECT v.at / 1000, v.session, coalesce(v.data ->> '$.server' || '.', '') || (v.data ->> '$.tool'), 0, 0, 0, 0,
    1, coalesce(e.value ->> '$.bytes', 0), coalesce(e.value ->> '$.dedup', 0),
    coalesce((e.value ->> '$.dedup') * (e.value ->> '$.bytes'), 0), 0, 0, 0, 0
  FROM events v, json_each(v.data, '$.entries') e
  WHERE v.type IN ('call.offloaded', 'call.inline', 'call.failopen') AND v.session IN (SELECT value FROM json_each(:sessions))`

const SUMS = `sum(calls), sum(offloads), sum(inline), sum(fail_open), sum(entries), sum(bytes), sum(dedup_hits), sum(dedup_bytes),
  sum(reads), sum(tokens_raw), sum(tokens_delivered), sum(tokens_reread)`

const COLUMNS = `calls, offloads, inline, fail_open, entries, bytes, dedup_hits, dedup_bytes, reads, tokens_raw, tokens_delivered,
  tokens_reread`

/** Puts what the rows of these sessions come to in the place of what their totals said. */
export function retotal(db: Database, sessions: readonly string[]): void {
  const of = { sessions: JSON.stringify(sessions) }
  for (const table of ['totals', 'usage'])
    db.prepare(`DELETE FROM ${table} WHERE session IN (SELECT value FROM json_each(:sessions))`).run(of)
  db.prepare(
    `INSERT INTO totals (client, session, source, ${COLUMNS})
     SELECT (SELECT client FROM sessions s WHERE s.id = u.session), session, source, ${SUMS} FROM (${USED}) u
     GROUP BY session, source`,
  ).run(of)
  // Minutes are for what happened just now.
  db.prepare(
    `INSERT INTO usage (width, slot, client, session, source, ${COLUMNS})
     SELECT 900, second / 900 AS slot, (SELECT client FROM sessions s WHERE s.id = u.session), session, source, ${SUMS}
     FROM (${USED}) u GROUP BY slot, session, source`,
  ).run(of)
}
