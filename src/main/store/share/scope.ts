/** What is shared: a whole session, or one turn of it. */
export type ShareScope = { readonly session: string } | { readonly turn: string }

/**
 * The rows of a scope, as a select per table with the placeholder `:id`, those that are referred to before those that refer to them. What
 * the reads of a turn looked at in earlier turns comes along as entries without their calls; what other sessions stored does not.
 */
export const rowsOf = (scope: ShareScope): Readonly<Record<string, string>> =>
  'turn' in scope ? OF_TURN : OF_SESSION

const OF_SESSION = {
  projects: 'SELECT p.* FROM projects p JOIN sessions s ON s.project = p.id WHERE s.id = :id',
  sessions: 'SELECT * FROM sessions WHERE id = :id',
  rules: 'SELECT * FROM rules WHERE sha256 IN (SELECT rule FROM calls WHERE session = :id)',
  tool_lists: `SELECT * FROM tool_lists WHERE sha256 IN (SELECT tool_list FROM session_tools WHERE session = :id)`,
  session_tools: `SELECT * FROM session_tools WHERE session = :id`,
  turns: 'SELECT * FROM turns WHERE session = :id ORDER BY number',
  calls: 'SELECT * FROM calls WHERE session = :id ORDER BY seq',
  call_blobs: 'SELECT h.* FROM call_blobs h JOIN calls c ON c.id = h.call WHERE c.session = :id',
  entries: 'SELECT * FROM entries WHERE session = :id ORDER BY seq',
  reads: `SELECT r.* FROM reads r WHERE r.session = :id
       OR (r.session IS NULL AND r.entry IN (SELECT id FROM entries WHERE session = :id)) ORDER BY r.seq`,
  events: 'SELECT * FROM events WHERE session = :id ORDER BY seq',
}

const READ_ELSEWHERE = `SELECT entry FROM reads WHERE turn = :id`
const ITS_SESSION = '(SELECT session FROM turns WHERE id = :id)'

/** The log keeps the turn that an event was written in; what turns were split and merged since, its call or its read knows. */
const TURN_NOW = `coalesce(
  (SELECT turn FROM calls WHERE id = v.data ->> '$.call'),
  (SELECT turn FROM reads WHERE seq = v.data ->> '$.read'),
  v.turn)`

const OF_TURN = {
  projects:
    'SELECT p.* FROM projects p JOIN sessions s ON s.project = p.id JOIN turns t ON t.session = s.id WHERE t.id = :id',
  sessions: 'SELECT s.* FROM sessions s JOIN turns t ON t.session = s.id WHERE t.id = :id',
  rules: 'SELECT * FROM rules WHERE sha256 IN (SELECT rule FROM calls WHERE turn = :id)',
  tool_lists: `SELECT * FROM tool_lists WHERE sha256 IN (SELECT tool_list FROM session_tools WHERE session = ${ITS_SESSION})`,
  session_tools: `SELECT * FROM session_tools WHERE session = ${ITS_SESSION}`,
  turns: 'SELECT * FROM turns WHERE id = :id',
  calls: 'SELECT * FROM calls WHERE turn = :id ORDER BY seq',
  call_blobs: 'SELECT h.* FROM call_blobs h JOIN calls c ON c.id = h.call WHERE c.turn = :id',
  entries: `SELECT * FROM entries WHERE turn = :id OR (session = ${ITS_SESSION} AND id IN (${READ_ELSEWHERE})) ORDER BY seq`,
  reads: 'SELECT * FROM reads WHERE turn = :id ORDER BY seq',
  events: `SELECT seq, at, type, client, session, ${TURN_NOW} AS turn, step, entry, data FROM events v
    WHERE session = ${ITS_SESSION} AND (type = 'session.started' OR ${TURN_NOW} = :id) ORDER BY seq`,
}
