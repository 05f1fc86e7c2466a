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

const isPointer = (value: unknown): value is BlobPointer =>
  typeof value === 'object' && value !== null && typeof (value as { $blob?: unknown }).$blob === 'string'

interface BlobRow {
  id: number
  bytes: number
  encoding: Encoding
}

/** A recorded result as JSON, with its stored strings put back. */
export function fillSkeleton(db: Database, skeleton: string | null): string | null {
  return skeleton === null ? null : stringifyJson(filled(db, parseJson(skeleton)))
}

function filled(db: Database, value: unknown): unknown {
  if (isPointer(value)) return stored(db, value)
  if (Array.isArray(value)) return value.map((item) => filled(db, item))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, filled(db, member)]))
}

function stored(db: Database, pointer: BlobPointer): unknown {
  const blob = get<BlobRow>(db, 'SELECT id, bytes, encoding FROM blobs WHERE sha256 = ?', pointer.$blob)
  if (!blob) return `[pruned: sha256 ${pointer.$blob}]`
  const data = bytes(db, { blob: blob.id, start: 0, end: blob.bytes })
  if (pointer.as === 'base64') return Buffer.from(data).toString('base64')
  const text = charsetOf(blob.encoding)?.decode(data) ?? Buffer.from(data).toString('utf8')
  return pointer.as === 'json' ? parseJson(text) : text
}

/** A plain object; a number that kept its spelling is one too in JavaScript, but not to us. */
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && numberOf(value) === null

interface BlobRow {
  id: number
  bytes: number
  encoding: Encoding
}
