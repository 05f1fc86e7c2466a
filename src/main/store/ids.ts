import { randomFillSync } from 'node:crypto'
import { ID_ALPHABET, ID_LENGTH, type IdPrefix } from '../../shared/id-format.ts'

/** Random bytes in store: the system gives many at once for the price of a few. */
const pool = Buffer.alloc(1024)
let used = pool.length

/** A fresh id such as `e_7q2k9x0m4ntv`: five random bits a character. */
export function newId(prefix: IdPrefix): string {
  const length = ID_LENGTH[prefix]
  let id = `${prefix}_`
  if (used + length > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  for (const end = used + length; used < end; used++) id += ID_ALPHABET[(pool[used] ?? 0) & 31]
  return id
}
