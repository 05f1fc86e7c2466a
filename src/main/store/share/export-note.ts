import type { Database } from 'better-sqlite3'
import type { ExportedData } from '../../../shared/event.ts'
import { get, insertRow } from '../statement.ts'
import type { ExportOrder } from './export.ts'

/** The last event of a recording says where it comes from, and what was replaced in it. */
export function noteExport(
  file: Database,
  { at, version, scope, redact }: ExportOrder,
  redactions: Record<string, number>,
): void {
  const session = get<{ id: string }>(file, 'SELECT id FROM sessions')
  const data: ExportedData = {
    version,
    what: 'turn' in scope ? 'turn' : 'session',
    redacted: redact !== null,
    redactions,
  }
  insertRow(file, 'events', {
    at,
    type: 'recording.exported' satisfies string,
    client: '',
    session: session?.id ?? null,
    turn: 'turn' in scope ? scope.turn : null,
    data: JSON.stringify(data),
  })
}
