import type { Database } from 'better-sqlite3'
import type { ReplayEntry, ReplayStep } from '../../../../shared/contract/replay.ts'
import type { ContentKind } from '../../../../shared/entry.ts'
import { all } from '../../statement.ts'
import { inThousandths } from '../thousandths.ts'

interface EntryRow {
  id: string
  name: string
  kind: ContentKind
  bytes: number
  gone: number
  total: number
  preview: string
}

type Spans = [number, number][]

/** The entries that some steps of a session stored or read, with what the session had read of them before they begin. */
export function replayEntries(
  db: Database,
  steps: readonly ReplayStep[],
  { session, begin }: { session: string; begin: number },
): ReplayEntry[] {
  const ids = new Set(steps.flatMap((step) => (step.kind === 'call' ? step.entries : [step.entry])))
  const wanted = JSON.stringify([...ids])
  const rows = all<EntryRow>(
    db,
    `SELECT id, name, kind, bytes, blob IS NULL AS gone, coalesce(chars, bytes) AS total, preview_spans AS preview
     FROM entries WHERE id IN (SELECT value FROM json_each(?)) ORDER BY seq`,
    wanted,
  )
  const before = Map.groupBy(
    all<{ entry: string; spans: string }>(
      db,
      `SELECT r.entry, r.spans FROM reads r JOIN entries e ON e.id = r.entry
       WHERE r.entry IN (SELECT value FROM json_each(?)) AND r.at < ? AND coalesce(r.session, e.session) = ?`,
      wanted,
      begin,
      session,
    ),
    ({ entry }) => entry,
  )
  return rows.map(({ id, name, kind, bytes, gone, total, preview }) => {
    const earlier = before.get(id)?.flatMap(({ spans }) => JSON.parse(spans) as Spans) ?? []
    return {
      id,
      name,
      kind,
      bytes,
      gone: gone === 1,
      preview: inThousandths(JSON.parse(preview) as Spans, total),
      earlier: inThousandths(earlier, total),
    }
  })
}
