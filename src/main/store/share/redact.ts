import type { Database } from 'better-sqlite3'
import type { RedactionPattern } from '../../policy/redaction/patterns.ts'
import type { Counts } from '../../policy/redaction/scrub.ts'
import type { BlobFacts } from '../blob.ts'
import { addCounts } from '../redaction/redactor.ts'
import { get } from '../statement.ts'
import { copyBlob } from './copy-blobs.ts'
import { moveRows, type Row } from './copy-rows.ts'
import type { Progress } from './protocol.ts'
import { type BlobRow, countMatches, writeScrubbed } from './redact-blob.ts'
import { redactRow, SHORT_HASH } from './redact-row.ts'

interface RedactOrder {
  readonly home: Database
  /** The rows as they are, in a file of their own. */
  readonly rows: Database
  readonly blobs: ReadonlySet<number>
  readonly patterns: readonly RedactionPattern[]
  readonly total: number
  readonly at: number
}

/** What became of a content: null where it was removed from the home meanwhile. */
type Fate = { readonly id: number; readonly facts: BlobFacts | null; readonly counts: number } | null

const TABLES = [
  'projects',
  'sessions',
  'rules',
  'tool_lists',
  'session_tools',
  'turns',
  'calls',
  'call_blobs',
  'entries',
  'reads',
  'events',
]

/** Fills a recording with contents and rows in which nothing is left of what the patterns match. */
export function* redactInto(file: Database, order: RedactOrder): Generator<Progress, Counts> {
  const { home, rows, patterns, total } = order
  const counts: Counts = {}
  const fates = new Map<number, Fate>()
  const hashes = new Map<string, string>()
  let done = 0
  for (const id of order.blobs) {
    const blob = get<BlobRow>(home, 'SELECT * FROM blobs WHERE id = ? AND sha256 IS NOT NULL', id)
    if (!blob) {
      fates.set(id, null)
      continue
    }
    const looking = countMatches(home, blob, patterns)
    let look = looking.next()
    for (; !look.done; look = looking.next()) yield { done, total }
    const found = Object.values(look.value).reduce((sum, n) => sum + n, 0)
    addCounts(counts, look.value)
    const work = found === 0 ? copied(home, file, id) : writeScrubbed(home, file, blob, patterns)
    let step = work.next()
    for (; !step.done; step = work.next()) yield { done, total }
    fates.set(id, step.value && { ...step.value, counts: found })
    if (step.value?.facts) hashes.set(blob.sha256.slice(0, SHORT_HASH), step.value.facts.sha256)
    yield { done: (done += blob.stored_bytes), total }
  }
  const holds = new Set<string>()
  file.transaction(() => {
    for (const table of TABLES)
      moveRows(rows, file, table, (row) => {
        const held = withFate(table, row, fates, order.at)
        if (held === null || (table === 'call_blobs' && isRepeated(held, holds))) return null
        const redacted = redactRow(held, patterns, hashes)
        addCounts(counts, redacted.counts)
        return redacted.row
      })
  })()
  return counts
}

function* copied(
  home: Database,
  file: Database,
  id: number,
): Generator<number, { id: number; facts: null } | null> {
  return (yield* copyBlob(home, file, id)) ? { id, facts: null } : null
}

/** A row with the content that it holds as that is now; null where there is nothing left to hold. */
function withFate(table: string, row: Row, fates: ReadonlyMap<number, Fate>, at: number): Row | null {
  const { blob } = row
  if (typeof blob !== 'number') return row
  const fate = fates.get(blob) ?? null
  if (table === 'call_blobs') return fate && { ...row, blob: fate.id }
  if (fate === null) return { ...row, blob: null, pruned_at: at, pruned_why: 'removed while it was exported' }
  if (fate.facts === null) return { ...row, blob: fate.id }
  const { sha256, encoding, sizes } = fate.facts
  return {
    ...row,
    blob: fate.id,
    sha256,
    encoding,
    ...sizes,
    // Characters stand elsewhere now, so nobody can say which of them the preview showed.
    preview_spans: '[]',
    redactions: Number(row['redactions']) + fate.counts,
  }
}

/** Two contents of one call may be the same one now. */
function isRepeated(row: Row, holds: Set<string>): boolean {
  const key = `${String(row['call'])} ${String(row['blob'])}`
  return holds.size === holds.add(key).size
}
