import type { Database } from 'better-sqlite3'
import type { OperationOutput } from '../../../shared/contract.ts'
import { all } from '../statement.ts'
import { inThousandths } from './thousandths.ts'

type Spans = [number, number][]

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
