import type { RedactionPattern } from '../../policy/redaction/patterns.ts'
import { type Counts, scrubWhole } from '../../policy/redaction/scrub.ts'
import { scrubJson } from '../../policy/redaction/scrub-json.ts'
import { addCounts } from '../redaction/redactor.ts'
import type { Row } from './copy-rows.ts'

/** Text that refers to rows or names one of a few things. Everything else is looked through, columns of later versions too. */
const PLAIN = new Set(
  (
    'id client project session turn call entry sha256 encoding kind scope tier outcome unit transport type omitted ' +
    'preview_spans spans client_call repeats'
  ).split(' '),
)

/** Text that is JSON and has to stay so. */
const JSON_COLUMNS = new Set([
  'arguments',
  'resolved',
  'result',
  'error',
  'delivered',
  'metadata',
  'params',
  'data',
])

/** The hash of a content as it was, in full or cut short, and as it is now. */
export type HashChanges = ReadonlyMap<string, string>

const HASH = /\b[0-9a-f]{12,64}\b/g

/** How much of a hash names it in texts for agents. */
export const SHORT_HASH = 12

/** Every text of a row without what the patterns match, and with contents called by their new hashes. */
export function redactRow(
  row: Row,
  patterns: readonly RedactionPattern[],
  hashes: HashChanges,
): { row: Row; counts: Counts } {
  const counts: Counts = {}
  const text = (column: string, value: string) => {
    const renamed = rename(value, hashes)
    if (!JSON_COLUMNS.has(column)) {
      const done = scrubWhole(renamed, patterns)
      addCounts(counts, done.counts)
      return done.text
    }
    const pointers: string[] = []
    const done = scrubJson(hidePointers(renamed, pointers), patterns)
    addCounts(counts, done.counts)
    return showPointers(done.json, pointers)
  }
  const changed = Object.entries(row).map(([column, value]) => [
    column,
    typeof value === 'string' && !PLAIN.has(column) ? text(column, value) : value,
  ])
  return { row: Object.fromEntries(changed) as Row, counts }
}

/** A pattern for long numbers may find one in a hash, and a recorded result would lose its content. */
const hidePointers = (json: string, pointers: string[]): string =>
  json.replaceAll(/"\$blob":"([0-9a-f]{64})"/g, (_, hash: string) => `"$blob":"#${pointers.push(hash) - 1}"`)

const showPointers = (json: string, pointers: readonly string[]): string =>
  json.replaceAll(/"\$blob":"#(\d+)"/g, (_, index: string) => `"$blob":"${pointers[Number(index)] ?? ''}"`)

/** A hash tells a guess of what was redacted from another, so it goes too. */
const rename = (text: string, hashes: HashChanges): string =>
  hashes.size === 0
    ? text
    : text.replaceAll(HASH, (hash) => {
        const now = hashes.get(hash.slice(0, SHORT_HASH))
        return now === undefined ? hash : now.slice(0, hash.length)
      })
