import type { Database } from 'better-sqlite3'
import type { OperationOutput } from '../../../shared/contract.ts'
import { all } from '../statement.ts'

type Spans = [number, number][]

/** Finer than any strip is wide. */
const PARTS = 1_000

/** Spans of `total` in thousandths of it, in order and merged: what a strip can show, however often an entry was read. */
function inThousandths(spans: readonly (readonly [number, number])[], total: number): Spans {
  const merged: Spans = []
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const from = Math.floor((start / Math.max(1, total)) * PARTS)
    const to = Math.min(PARTS, Math.max(from + 1, Math.ceil((end / Math.max(1, total)) * PARTS)))
    const last = merged.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else if (end > start) merged.push([from, to])
  }
  return merged
}

/** What has been seen of some entries. */
export function coverage(
  db: Database,
  { ids, client }: { ids: readonly string[]; client: string | null },
): OperationOutput<'listCoverage'> {
  const wanted = JSON.stringify(ids)
  const rows = all<{ id: string; total: number; preview: string }>(
    db,
    `SELECT id, coalesce(chars, bytes) AS total, preview_spans AS preview FROM entries
     WHERE id IN (SELECT value FROM json_each(?)) AND (? IS NULL OR client = ?)`,
    wanted,
    client,
    client,
  )
  const reads = Map.groupBy(
    all<{ entry: string; spans: string }>(
      db,
      'SELECT entry, spans FROM reads WHERE entry IN (SELECT value FROM json_each(?))',
      wanted,
    ),
    ({ entry }) => entry,
  )
  const items = rows.map(({ id, total, preview }) => {
    const read = reads.get(id)?.flatMap(({ spans }) => JSON.parse(spans) as Spans) ?? []
    return {
      id,
      preview: inThousandths(JSON.parse(preview) as Spans, total),
      reads: inThousandths(read, total),
    }
  })
  return { items }
}
