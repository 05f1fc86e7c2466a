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

/** The entries that some steps stored or read. */
export function replayEntries(db: Database, steps: readonly ReplayStep[]): ReplayEntry[] {
  const ids = new Set(steps.flatMap((step) => (step.kind === 'call' ? step.entries : [step.entry])))
  const rows = all<EntryRow>(
    db,
    `SELECT id, name, kind, bytes, blob IS NULL AS gone, coalesce(chars, bytes) AS total, preview_spans AS preview
     FROM entries WHERE id IN (SELECT value FROM json_each(?)) ORDER BY seq`,
    JSON.stringify([...ids]),
  )
  return rows.map(({ id, name, kind, bytes, gone, total, preview }) => ({
    id,
    name,
    kind,
    bytes,
    gone: gone === 1,
    preview: inThousandths(JSON.parse(preview) as [number, number][], total),
  }))
}
