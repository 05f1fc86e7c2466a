/**
 * What the totals came to over time. `usage` holds the columns of `totals` per minute (width 60, slot = seconds since 1970 / 60) and
 * per quarter of an hour (width 900): a month of a million calls is then a sum over some thousand rows. Minutes are for the last hours
 * and go after two days. `paces` counts calls by how long they took, in bands of 2 %: percentiles over any range without sorting it.
 */
export const usage = `
-- What was given to be stored, duplicates too: what the share of duplicates is a share of.
ALTER TABLE totals ADD COLUMN entries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE totals ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;

CREATE TABLE usage (
  width INTEGER NOT NULL,
  slot INTEGER NOT NULL,
  session TEXT NOT NULL,
  source TEXT NOT NULL,
  client TEXT NOT NULL,
  calls INTEGER NOT NULL DEFAULT 0,
  offloads INTEGER NOT NULL DEFAULT 0,
  inline INTEGER NOT NULL DEFAULT 0,
  fail_open INTEGER NOT NULL DEFAULT 0,
  entries INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  dedup_hits INTEGER NOT NULL DEFAULT 0,
  dedup_bytes INTEGER NOT NULL DEFAULT 0,
  reads INTEGER NOT NULL DEFAULT 0,
  tokens_raw INTEGER NOT NULL DEFAULT 0,
  tokens_delivered INTEGER NOT NULL DEFAULT 0,
  tokens_reread INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (width, slot, session, source)
) STRICT, WITHOUT ROWID;

-- A call of band b took about exp(b / 50) milliseconds.
CREATE TABLE paces (
  width INTEGER NOT NULL,
  slot INTEGER NOT NULL,
  client TEXT NOT NULL,
  source TEXT NOT NULL,
  band INTEGER NOT NULL,
  calls INTEGER NOT NULL,
  PRIMARY KEY (width, slot, client, source, band)
) STRICT, WITHOUT ROWID;

-- What the contents took on disk at the end of each minute in which that changed.
CREATE TABLE size_history (minute INTEGER PRIMARY KEY, bytes INTEGER NOT NULL) STRICT;
INSERT INTO size_history SELECT unixepoch() / 60, bytes FROM store_size;
CREATE TRIGGER size_changed AFTER UPDATE ON store_size WHEN new.bytes <> old.bytes BEGIN
  INSERT INTO size_history VALUES (unixepoch() / 60, new.bytes) ON CONFLICT (minute) DO UPDATE SET bytes = excluded.bytes;
END;

CREATE TEMP VIEW used AS
  SELECT c.started_at / 1000 AS second, c.session, s.client,
    CASE WHEN c.server IS NULL THEN c.tool ELSE c.server || '.' || c.tool END AS source,
    1 AS calls, c.outcome = 'offloaded' AS offloads, c.outcome = 'inline' AS inline, c.outcome = 'failopen' AS fail_open,
    0 AS entries, 0 AS bytes, 0 AS dedup_hits, 0 AS dedup_bytes, 0 AS reads, c.tokens_raw, c.tokens_delivered, 0 AS tokens_reread
  FROM calls c JOIN sessions s ON s.id = c.session
UNION ALL
  SELECT r.at / 1000, coalesce(r.session, e.session), e.client, e.source, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, r.tokens
  FROM reads r JOIN entries e ON e.id = r.entry
UNION ALL
  SELECT v.at / 1000, v.session, v.client, coalesce(v.data ->> '$.server' || '.', '') || (v.data ->> '$.tool'), 0, 0, 0, 0,
    1, e.value ->> '$.bytes', e.value ->> '$.dedup', (e.value ->> '$.dedup') * (e.value ->> '$.bytes'), 0, 0, 0, 0
  FROM events v, json_each(v.data, '$.entries') e
  WHERE v.type IN ('call.offloaded', 'call.inline', 'call.failopen') AND v.session IS NOT NULL;

INSERT INTO usage
  SELECT width, second / width AS slot, session, source, client, sum(calls), sum(offloads), sum(inline), sum(fail_open), sum(entries),
    sum(bytes), sum(dedup_hits), sum(dedup_bytes), sum(reads), sum(tokens_raw), sum(tokens_delivered), sum(tokens_reread)
  FROM used, (SELECT 60 AS width UNION ALL SELECT 900)
  WHERE width = 900 OR second > unixepoch() - 172800
  GROUP BY width, slot, session, source;
DROP VIEW used;

INSERT INTO paces
  SELECT width, c.started_at / 1000 / width AS slot, s.client,
    CASE WHEN c.server IS NULL THEN c.tool ELSE c.server || '.' || c.tool END AS source,
    CAST(round(50 * ln(max(duration_ms, 0.1))) AS INTEGER) AS band, count(*)
  FROM calls c JOIN sessions s ON s.id = c.session, (SELECT 60 AS width UNION ALL SELECT 900)
  WHERE width = 900 OR c.started_at > (unixepoch() - 172800) * 1000
  GROUP BY width, slot, s.client, source, band;

WITH sums AS (
  SELECT session, source, sum(entries) AS entries, sum(bytes) AS bytes FROM usage WHERE width = 900 GROUP BY session, source
)
UPDATE totals SET entries = sums.entries, bytes = sums.bytes
FROM sums WHERE sums.session = totals.session AND sums.source = totals.source;

-- After what was there came in. Rows come with time: the first of a quarter takes along the minutes that nobody asks for any more.
CREATE TRIGGER usage_aged AFTER INSERT ON usage WHEN new.width = 900 BEGIN
  DELETE FROM usage WHERE width = 60 AND slot < new.slot * 15 - 2880;
  DELETE FROM paces WHERE width = 60 AND slot < new.slot * 15 - 2880;
END;
`
