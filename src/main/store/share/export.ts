import { rmSync, statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import type { RedactionPattern } from '../../policy/redaction/patterns.ts'
import { openReader } from '../connection.ts'
import { all } from '../statement.ts'
import { copyBlob, forgetBlob } from './copy-blobs.ts'
import { copyRows } from './copy-rows.ts'
import { noteExport } from './export-note.ts'
import { type ExportFormat, writeFormat } from './formats.ts'
import type { Progress } from './protocol.ts'
import { createRecording } from './recording-file.ts'
import { redactInto } from './redact.ts'
import type { ShareScope } from './scope.ts'
import { retotal } from './totals.ts'

export interface ExportOrder {
  /** The database of the home. */
  readonly from: string
  readonly to: string
  readonly scope: ShareScope
  readonly format: ExportFormat
  /** Replaced in every text on its way out; null: all goes out as it is. */
  readonly redact: readonly RedactionPattern[] | null
  readonly version: string
  readonly at: number
}

export interface Exported {
  /** Of the file. */
  readonly bytes: number
  readonly calls: number
  /** How many stretches were replaced, by the name of their rule. */
  readonly redactions: Record<string, number>
}

/**
 * Writes one turn or session to a file, in slices: each step is short and holds up no writer, and between two of them the whole can be
 * given up. What other formats say is taken from the recording, so that all of them are redacted alike.
 */
export function* exportRecording(order: ExportOrder): Generator<Progress, Exported> {
  const plain = order.format === 'spillway' ? order.to : `${order.to}.recording`
  const home = openReader(order.from)
  const file = createRecording(plain)
  try {
    const redactions = order.redact
      ? yield* redacted(home, file, order, order.redact)
      : yield* verbatim(home, file, order)
    const sessions = all<{ id: string }>(file, 'SELECT id FROM sessions').map(({ id }) => id)
    retotal(file, sessions)
    noteExport(file, order, redactions)
    const calls = Number(file.prepare('SELECT count(*) FROM calls').pluck().get())
    const { format } = order
    if (format !== 'spillway') yield* writeFormat(file, format, order)
    file.close()
    return { bytes: statSync(order.to).size, calls, redactions }
  } finally {
    home.close()
    file.close()
    if (plain !== order.to) rmSync(plain, { force: true })
  }
}

function* verbatim(
  home: Database,
  file: Database,
  order: ExportOrder,
): Generator<Progress, Record<string, number>> {
  const blobs = copyRows(home, file, order.scope)
  const total = bytesOf(home, blobs)
  let done = 0
  for (const id of blobs) {
    const copy = copyBlob(home, file, id)
    let step = copy.next()
    for (; !step.done; step = copy.next()) yield { done: (done += step.value), total }
    if (!step.value) forgetBlob(file, id, order.at)
  }
  return {}
}

/** The rows wait in a file of their own until it is known what the contents are called once they are redacted. */
function* redacted(
  home: Database,
  file: Database,
  order: ExportOrder,
  patterns: readonly RedactionPattern[],
): Generator<Progress, Record<string, number>> {
  const waiting = `${order.to}.rows`
  const rows = createRecording(waiting)
  try {
    const blobs = copyRows(home, rows, order.scope)
    return yield* redactInto(file, { home, rows, blobs, patterns, total: bytesOf(home, blobs), at: order.at })
  } finally {
    rows.close()
    rmSync(waiting, { force: true })
  }
}

const bytesOf = (home: Database, blobs: ReadonlySet<number>): number =>
  Number(
    home
      .prepare(
        'SELECT coalesce(sum(stored_bytes), 0) FROM blobs WHERE id IN (SELECT value FROM json_each(?))',
      )
      .pluck()
      .get(JSON.stringify([...blobs])),
  )
