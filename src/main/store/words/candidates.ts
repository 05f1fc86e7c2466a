import type { Database } from 'better-sqlite3'
import { PROJECT_NOTES } from '../reads/notes.ts'
import type { EntryRow } from '../rows.ts'
import { all } from '../statement.ts'
import { BLOB_OF_ROWID } from './database.ts'
import type { Indexer } from './indexer.ts'
import type { CandidateOrder, Candidates } from './protocol.ts'

type Row = { blob: number } & Pick<
  EntryRow,
  'id' | 'name' | 'sha256' | 'encoding' | 'bytes' | 'chars' | 'lines' | 'mime' | 'kind' | 'server' | 'tool'
>

/**
 * Scripts that are written without spaces: the index takes a whole run of them for one word, and knows it by its beginning alone. What
 * is asked for in them is looked for in the texts themselves.
 */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Live entries with text that a viewer may search, newest first: those of the own session (under turn isolation, of the turn) and the
 * project's notes.
 */
export function candidates(
  home: Database,
  index: Database,
  indexer: Indexer,
  { viewer, words, at }: CandidateOrder,
): Candidates {
  const { client, session, project, turn } = viewer
  if (client !== null && session === null) return { entries: [], unindexed: 0, unknown: [] }
  const rows = all<Row>(
    home,
    `SELECT e.id, e.name, e.blob, e.sha256, e.encoding, e.bytes, e.chars, e.lines, e.mime, e.kind, e.server, e.tool
     FROM entries e
     WHERE e.blob IS NOT NULL AND e.chars IS NOT NULL AND (e.expires_at IS NULL OR e.expires_at > :at OR e.pinned = 1)
       AND (((:client IS NULL OR e.client = :client) AND (:session IS NULL OR e.session = :session)
             AND (:turn IS NULL OR e.turn = :turn OR e.note = 1))
         OR (${PROJECT_NOTES}))
     ORDER BY e.seq DESC`,
    { client, session, project, turn, at },
  )
  const unknown = (words ?? []).filter((word) => UNSPACED.test(word))
  const known = (words ?? []).filter((word) => !unknown.includes(word))
  const having = known.length === 0 ? null : blobsHaving(index, known)
  const found = having === null ? rows : rows.filter(({ blob }) => having.has(blob))
  return {
    entries: found.map(
      ({ id, name, blob, sha256, encoding, bytes, chars, lines, mime, kind, server, tool }) => ({
        content: { entry: id, name, blob, sha256, encoding, mime, kind, sizes: { bytes, chars, lines } },
        source: server === null ? tool : `${server}.${tool}`,
      }),
    ),
    unknown,
    unindexed: rows.filter(({ blob }) => !indexer.isIndexed(blob)).length,
  }
}

/** The blobs that have a word beginning with each of `words`, in whichever chunk. */
function blobsHaving(index: Database, words: readonly string[]): Set<number> {
  const each = words.map(() => `SELECT ${BLOB_OF_ROWID} AS blob FROM words WHERE words MATCH ?`)
  const rows = all<{ blob: number }>(index, each.join(' INTERSECT '), ...words.map((word) => `"${word}"*`))
  return new Set(rows.map(({ blob }) => blob))
}
