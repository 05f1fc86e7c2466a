import { numberOf } from '../../../rpc/json.ts'

/**
 * The same value with ordinary numbers in the place of those that `parseJson` kept as they were spelled: what a path is
 * evaluated on. Parts without any are shared, not copied, so a value of ordinary numbers is itself.
 */
export function plainValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const number = numberOf(value)
  if (number !== null) return number
  if (Array.isArray(value)) {
    const items = value.map(plainValue)
    return items.some((item, i) => item !== value[i]) ? items : value
  }
  let copy: Record<string, unknown> | null = null
  for (const [key, item] of Object.entries(value)) {
    const plain = plainValue(item)
    if (plain === item) continue
    copy ??= Object.assign(Object.create(null) as Record<string, unknown>, value)
    copy[key] = plain
  }
  return copy ?? value
}
