import { isRecord, type Slot } from './format.ts'

/** Where the hosts' tools keep what a model reads; the other fields are for the host's own use. */
const TEXT_KEYS = new Set(['stdout', 'stderr', 'output', 'content', 'text', 'result'])
/** Their text is data of another kind: an image whose bytes were replaced is none. */
const MEDIA_TYPES = new Set(['image', 'audio', 'base64', 'pdf', 'document'])
const DEEPEST = 8

/** The texts in a result of any shape. Putting one in place changes the result and keeps its shape, on which hosts insist. */
export function findSlots(value: unknown, depth = 0): Slot[] {
  if (depth > DEEPEST) return []
  if (Array.isArray(value)) return value.flatMap((item: unknown) => findSlots(item, depth + 1))
  if (!isRecord(value) || MEDIA_TYPES.has(String(value['type']))) return []
  return Object.entries(value).flatMap(([key, held]) => {
    if (typeof held !== 'string') return findSlots(held, depth + 1)
    return TEXT_KEYS.has(key) && held !== ''
      ? [{ text: held, put: (text: string) => (value[key] = text) }]
      : []
  })
}
