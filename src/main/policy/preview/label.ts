import { isRecord } from '../payload.ts'

/** What a person would call an item by, best first. */
const LABEL_KEYS = [
  'name',
  'title',
  'fullName',
  'label',
  'path',
  'file',
  'filename',
  'id',
  'key',
  'url',
  'type',
]

/** The name of an object, as it stands in it; null where it has none. */
export function labelOf(item: unknown): string | null {
  if (typeof item === 'string' || typeof item === 'number') return String(item)
  if (!isRecord(item)) return null
  const key = LABEL_KEYS.find((name) => typeof item[name] === 'string' || typeof item[name] === 'number')
  return key === undefined ? null : String(item[key])
}

/** Whether items are called by the value of this key. */
export const isLabel = (key: string) => LABEL_KEYS.includes(key) && key !== 'type'
