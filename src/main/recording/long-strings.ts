import { numberOf } from '../rpc/json.ts'
import type { BlobPointer } from '../store/reads/skeleton.ts'

/** A string of more characters than this is worth a blob of its own, which what it came from may hold already. */
const LONGEST = 4_096

/** Plain objects only: a number that kept its spelling is an object too in JavaScript. */
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && numberOf(value) === null

/** The long strings anywhere in a JSON value, each once. */
export function longStringsIn(value: unknown): string[] {
  const found = new Set<string>()
  const look = (inside: unknown): void => {
    if (typeof inside === 'string') {
      if (inside.length > LONGEST) found.add(inside)
    } else if (Array.isArray(inside)) inside.forEach(look)
    else if (isRecord(inside)) Object.values(inside).forEach(look)
  }
  look(value)
  return [...found]
}

/** The value with pointers in the place of its long strings. */
export function withPointers(value: unknown, hashes: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    const sha256 = hashes.get(value)
    return sha256 === undefined ? value : ({ $blob: sha256, as: 'text' } satisfies BlobPointer)
  }
  if (Array.isArray(value)) return value.map((item) => withPointers(item, hashes))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, withPointers(held, hashes)]))
}
