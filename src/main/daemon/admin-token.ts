import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'

/** The admin token of a home, made at first use; readable by its owner alone. */
export function adminToken(file: string): string {
  if (existsSync(file)) {
    const token = readFileSync(file, 'utf8').trim()
    if (token !== '') {
      chmodSync(file, 0o600)
      return token
    }
  }
  const token = `spa_${randomBytes(32).toString('base64url')}`
  writeFileSync(file, `${token}\n`, { mode: 0o600 })
  return token
}
