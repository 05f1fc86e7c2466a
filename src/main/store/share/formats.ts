import type { Database } from 'better-sqlite3'
import type { ExportOrder } from './export.ts'
import type { Progress } from './protocol.ts'

export type ExportFormat = 'spillway' | 'har' | 'otlp'

export function* writeFormat(
  _file: Database,
  _format: ExportFormat,
  _order: ExportOrder,
): Generator<Progress> {
  yield { done: 0, total: 0 }
}
