import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { numberOf, parseJson, stringifyJson } from '../../rpc/json.ts'
import { get } from '../statement.ts'
import { type BlobPointer, blobOf, isPointer } from './skeleton.ts'
import { bytes } from './slices.ts'

/** Of a content that has to be looked into, and not only at its hash. */
const LONGEST = 32 * 1024 * 1024

interface Outcome {
  result: string | null
  error: string | null
}

/**
 * Whether two recorded calls came to the same: content, structured content and error, in whatever order their members are. `_meta` is
 * for programs, and often tells the time. What is stored is compared by its hash, so that this costs nothing for large results.
 */
export function equalCalls(db: Database, { before, after }: { before: string; after: string }): boolean {
  const [one, other] = [before, after].map((id) =>
    get<Outcome>(db, 'SELECT result, error FROM calls WHERE id = ?', id),
  )
  if (!one || !other) return false
  if (one.result === other.result && one.error === other.error) return true
  if ((one.error === null) !== (other.error === null)) return false
  return fingerprint(db, one) === fingerprint(db, other)
}

function fingerprint(db: Database, { result, error }: Outcome): string {
  const said = canonical(db, parseJson(error ?? result ?? 'null'))
  if (!isRecord(said)) return stringifyJson(said)
  const { _meta: _, ...rest } = said
  return stringifyJson(rest)
}

/** The value with members in order and every string as its hash, whether it lies in the row or in a blob. */
function canonical(db: Database, value: unknown): unknown {
  if (typeof value === 'string') return sha256(Buffer.from(value))
  if (isPointer(value)) return ofPointer(db, value)
  if (Array.isArray(value)) return value.map((item) => canonical(db, item))
  if (!isRecord(value)) return value
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([key, held]) => [key, canonical(db, held)]))
}

/** A text's hash is that of its bytes; of JSON and base64 the same may be written in another way, where it lies in a row. */
function ofPointer(db: Database, pointer: BlobPointer): unknown {
  if (pointer.as === 'text') return pointer.$blob
  const blob = blobOf(db, pointer)
  if (!blob || blob.bytes > LONGEST) return `${pointer.as} ${pointer.$blob}`
  const data = Buffer.from(bytes(db, { blob: blob.id, start: 0, end: blob.bytes }))
  return pointer.as === 'base64'
    ? sha256(Buffer.from(data.toString('base64')))
    : canonical(db, parseJson(data.toString('utf8')))
}

const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex')

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && numberOf(value) === null
