import { closeSync, openSync, writeSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import type { ExportOrder } from './export.ts'
import { harOf } from './har.ts'
import { otlpOf } from './otlp-file.ts'
import type { Progress } from './protocol.ts'

export type ExportFormat = 'spillway' | 'har' | 'otlp'

/** Writes what a recording says in another form, call by call. */
export function* writeFormat(
  file: Database,
  format: Exclude<ExportFormat, 'spillway'>,
  { to, version }: ExportOrder,
): Generator<Progress> {
  const out = openSync(to, 'wx', 0o600)
  try {
    for (const text of format === 'har' ? harOf(file, version) : otlpOf(file, version)) {
      writeSync(out, text)
      yield { done: 1, total: 1 }
    }
  } finally {
    closeSync(out)
  }
}
