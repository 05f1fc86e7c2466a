import type { Database } from 'better-sqlite3'
import { charsetOf } from '../text/charset.ts'
import type { Encoding } from '../../../shared/entry.ts'
import { numberOf, parseJson, stringifyJson } from '../../rpc/json.ts'
import { get } from '../statement.ts'
import { bytes } from './slices.ts'

/** How a recorded result refers to a string that is stored as a blob: see recording/skeleton.ts. */
export interface BlobPointer {
  readonly $blob: string
  /** `base64`: the string was the base64 of the blob's bytes. */
  readonly as: 'text' | 'base64' | 'json'
}

export const isPointer = (value: unknown): value is BlobPointer =>
  typeof value === 'object' && value !== null && typeof (value as { $blob?: unknown }).$blob === 'string'

interface BlobRow {
  id: number
  bytes: number
  encoding: Encoding
}

/** What stands in the place of a stored string that is too large to put back. */
export type Oversize = (sha256: string, bytes: number) => string

/** A recorded result as JSON, with its stored strings put back, each up to `limit` bytes. */
export function fillSkeleton(
  db: Database,
  skeleton: string,
  limit: number,
  oversize: Oversize,
): { json: string; pruned: boolean } {
  let pruned = false
  const fill = (value: unknown): unknown => {
    if (isPointer(value)) {
      const blob = blobOf(db, value)
      pruned ||= blob === undefined
      return blob ? stored(db, value, blob, limit, oversize) : `[pruned: sha256 ${value.$blob}]`
    }
    if (Array.isArray(value)) return value.map(fill)
    if (!isRecord(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fill(member)]))
  }
  return { json: stringifyJson(fill(parseJson(skeleton))), pruned }
}

export const blobOf = (db: Database, { $blob }: BlobPointer) =>
  get<BlobRow>(db, 'SELECT id, bytes, encoding FROM blobs WHERE sha256 = ?', $blob)

function stored(
  db: Database,
  pointer: BlobPointer,
  blob: BlobRow,
  limit: number,
  oversize: Oversize,
): unknown {
  if (blob.bytes > limit) return oversize(pointer.$blob, blob.bytes)
  const data = bytes(db, { blob: blob.id, start: 0, end: blob.bytes })
  if (pointer.as === 'base64') return Buffer.from(data).toString('base64')
  const text = charsetOf(blob.encoding)?.decode(data) ?? Buffer.from(data).toString('utf8')
  return pointer.as === 'json' ? parseJson(text) : text
}

/** A plain object; a number that kept its spelling is one too in JavaScript, but not to us. */
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && numberOf(value) === null
