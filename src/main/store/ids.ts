import { randomBytes } from 'node:crypto'
import { ID_ALPHABET, ID_LENGTH, type IdPrefix } from '../../shared/ids.ts'

/** A fresh id such as `e_7q2k9x0m4ntv`: five random bits a character. */
export function newId(prefix: IdPrefix): string {
  const length = ID_LENGTH[prefix]
  let id = `${prefix}_`
  for (const byte of randomBytes(length)) id += ID_ALPHABET[byte & 31]
  return id
}
