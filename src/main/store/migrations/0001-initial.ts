/**
 * Times are milliseconds since 1970 (UTC). `entries` keep their hash, sizes and preview when their bytes are
 * pruned (`blob` becomes null), so that a reference never turns into a riddle.
 */
export const initial = `
CREATE TABLE clients (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  token_hash BLOB NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER
) STRICT;

CREATE TABLE projects (
  id TEXT PRIMARY KEY,
  client TEXT NOT NULL,
  path TEXT NOT NULL,
  UNIQUE (client, path)
) STRICT;

-- client '' is the admin: a null would not count as equal in a unique key.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  client TEXT NOT NULL,
  client_name TEXT NOT NULL,
  project TEXT REFERENCES projects (id),
  transport TEXT NOT NULL,
  -- the name that a stateless client gave it
  external_key TEXT,
  started_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  UNIQUE (client, external_key)
) STRICT;
CREATE INDEX sessions_by_use ON sessions (last_used_at);

CREATE TABLE turns (
  id TEXT PRIMARY KEY,
  session TEXT NOT NULL REFERENCES sessions (id),
  number INTEGER NOT NULL,
  prompt TEXT,
  external_key TEXT,
  explicit INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  UNIQUE (session, number),
  UNIQUE (session, external_key)
) STRICT;
CREATE INDEX turns_by_start ON turns (started_at);

-- sha256 is null while a body is still streaming in (staged). AUTOINCREMENT: an id is never used twice, so
-- a reader may cache chunks by it.
CREATE TABLE blobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sha256 TEXT UNIQUE,
  bytes INTEGER NOT NULL,
  chars INTEGER,
  lines INTEGER,
  encoding TEXT NOT NULL,
  stored_bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL
) STRICT;

-- Every chunk but the last holds 65,536 bytes, so a byte offset names its chunk. char_start counts the
-- characters that begin before the chunk, line_start the newlines before it. data is last: a look-up by
-- offset then never touches its overflow pages.
CREATE TABLE chunks (
  blob INTEGER NOT NULL REFERENCES blobs (id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  char_start INTEGER NOT NULL,
  line_start INTEGER NOT NULL,
  codec INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (blob, seq)
) STRICT;
CREATE INDEX chunks_by_char ON chunks (blob, char_start, seq);
CREATE INDEX chunks_by_line ON chunks (blob, line_start, seq);

CREATE TABLE calls (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  session TEXT NOT NULL REFERENCES sessions (id),
  turn TEXT NOT NULL REFERENCES turns (id),
  step INTEGER NOT NULL,
  server TEXT,
  tool TEXT NOT NULL,
  arguments TEXT,
  is_error INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('offloaded', 'inline', 'failopen')),
  started_at INTEGER NOT NULL,
  duration_ms REAL NOT NULL,
  raw_bytes INTEGER NOT NULL,
  delivered_bytes INTEGER NOT NULL,
  tokens_raw INTEGER NOT NULL,
  tokens_delivered INTEGER NOT NULL,
  tokens_counted INTEGER NOT NULL DEFAULT 0,
  tokens_exact INTEGER NOT NULL DEFAULT 0,
  -- JSON with {"$blob": sha256} in the place of each stored string; null where it was pruned
  result TEXT,
  -- JSON of what was delivered; null where it is the result itself
  delivered TEXT
) STRICT;
CREATE INDEX calls_by_turn ON calls (turn, step);
CREATE INDEX calls_by_session ON calls (session, started_at);
CREATE INDEX calls_by_start ON calls (started_at, tokens_raw, tokens_delivered, outcome);

-- What a recorded result holds on to besides its entries.
CREATE TABLE call_blobs (
  call TEXT NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
  blob INTEGER NOT NULL REFERENCES blobs (id),
  PRIMARY KEY (call, blob)
) STRICT, WITHOUT ROWID;
CREATE INDEX call_blobs_by_blob ON call_blobs (blob);

CREATE TABLE entries (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  blob INTEGER REFERENCES blobs (id),
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  chars INTEGER,
  lines INTEGER,
  encoding TEXT NOT NULL,
  mime TEXT,
  kind TEXT NOT NULL,
  complete INTEGER NOT NULL,
  scope TEXT NOT NULL,
  version INTEGER NOT NULL,
  tier TEXT NOT NULL,
  pinned INTEGER NOT NULL,
  client TEXT NOT NULL,
  project TEXT,
  session TEXT NOT NULL REFERENCES sessions (id),
  turn TEXT REFERENCES turns (id),
  step INTEGER,
  call TEXT REFERENCES calls (id),
  server TEXT,
  tool TEXT NOT NULL,
  -- tool's public name, what a glob is matched against
  source TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  ttl_seconds INTEGER,
  expires_at INTEGER,
  preview TEXT NOT NULL,
  preview_spans TEXT NOT NULL,
  delivered_text TEXT,
  omitted TEXT NOT NULL,
  metadata TEXT NOT NULL,
  redactions INTEGER NOT NULL DEFAULT 0,
  -- written under a name by an agent or a person; nobody else writes it while it is leased
  note INTEGER NOT NULL DEFAULT 0,
  lease_session TEXT,
  lease_until INTEGER,
  pruned_at INTEGER,
  pruned_why TEXT
) STRICT;
CREATE INDEX entries_by_session_name ON entries (session, name);
CREATE UNIQUE INDEX notes_of_session ON entries (session, name)
  WHERE note = 1 AND scope = 'session' AND blob IS NOT NULL;
CREATE UNIQUE INDEX notes_of_project ON entries (client, coalesce(project, ''), name)
  WHERE note = 1 AND scope = 'project' AND blob IS NOT NULL;
CREATE INDEX entries_by_turn ON entries (turn, step);
CREATE INDEX entries_by_expiry ON entries (expires_at) WHERE blob IS NOT NULL;
CREATE INDEX entries_by_use ON entries (last_used_at) WHERE blob IS NOT NULL;
CREATE INDEX entries_by_blob ON entries (blob) WHERE blob IS NOT NULL;
CREATE INDEX entries_by_hash ON entries (sha256);
CREATE INDEX entries_live ON entries (seq, client, session, bytes) WHERE blob IS NOT NULL;

CREATE TABLE reads (
  seq INTEGER PRIMARY KEY,
  entry TEXT NOT NULL,
  session TEXT,
  turn TEXT,
  at INTEGER NOT NULL,
  mode TEXT NOT NULL,
  params TEXT NOT NULL,
  unit TEXT NOT NULL,
  start INTEGER NOT NULL,
  end INTEGER NOT NULL,
  spans TEXT NOT NULL,
  chars INTEGER NOT NULL,
  tokens INTEGER NOT NULL
) STRICT;
CREATE INDEX reads_by_entry ON reads (entry, at);

-- Running totals, one row per session and tool, kept in the transactions that change them:
-- the figures of a million calls are a sum over a few hundred rows.
CREATE TABLE totals (
  client TEXT NOT NULL,
  session TEXT NOT NULL,
  source TEXT NOT NULL,
  calls INTEGER NOT NULL DEFAULT 0,
  offloads INTEGER NOT NULL DEFAULT 0,
  inline INTEGER NOT NULL DEFAULT 0,
  fail_open INTEGER NOT NULL DEFAULT 0,
  dedup_hits INTEGER NOT NULL DEFAULT 0,
  dedup_bytes INTEGER NOT NULL DEFAULT 0,
  reads INTEGER NOT NULL DEFAULT 0,
  tokens_raw INTEGER NOT NULL DEFAULT 0,
  tokens_delivered INTEGER NOT NULL DEFAULT 0,
  tokens_reread INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (session, source)
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  type TEXT NOT NULL,
  client TEXT NOT NULL,
  session TEXT,
  turn TEXT,
  step INTEGER,
  entry TEXT,
  data TEXT NOT NULL
) STRICT;
`
