import { hkdfSync, randomBytes } from 'node:crypto'
import { SpillwayError } from '../../shared/errors.ts'
import { prove, sameSecret } from './tokens.ts'

const CODE_LIFE_MS = 10 * 60_000
const COOKIE_LIFE_MS = 30 * 24 * 3_600_000
export const COOKIE = 'spillway'

/**
 * Lets a browser in: a single-use code becomes a cookie and a key, and only both together count, because cookies do not know
 * ports. Both are proofs made with a key of their own that comes from the admin token, so nothing has to be remembered and a
 * restart signs nobody out. Made with the token itself, `health?challenge=` would sign a cookie for anybody who asks.
 */
export class PageLogin {
  readonly #signingKey: Uint8Array
  readonly #now: () => number
  readonly #codes = new Map<string, number>()

  constructor(adminToken: string, now: () => number) {
    this.#signingKey = new Uint8Array(hkdfSync('sha256', adminToken, '', 'spillway page login', 32))
    this.#now = now
  }

  issueCode(): { code: string; expiresAt: string } {
    for (const [code, expiry] of this.#codes) if (expiry <= this.#now()) this.#codes.delete(code)
    const code = randomBytes(24).toString('base64url')
    const expiry = this.#now() + CODE_LIFE_MS
    this.#codes.set(code, expiry)
    return { code, expiresAt: new Date(expiry).toISOString() }
  }

  /** @throws SpillwayError `unauthorized` where the code was used, has expired or never was */
  redeem(code: string): { cookie: string; key: string; maxAgeSeconds: number } {
    const expiry = this.#codes.get(code)
    this.#codes.delete(code)
    if (expiry === undefined || expiry <= this.#now())
      throw new SpillwayError(
        'unauthorized',
        'That code was used already or has expired.',
        'Run `spillway open` for a new one.',
      )
    const id = `${this.#now() + COOKIE_LIFE_MS}.${randomBytes(16).toString('hex')}`
    return {
      cookie: `${id}.${prove(this.#signingKey, `cookie:${id}`)}`,
      key: prove(this.#signingKey, `key:${id}`),
      maxAgeSeconds: COOKIE_LIFE_MS / 1000,
    }
  }

  /** Whether cookie and key are both ours and belong together. */
  accepts(cookie: string, key: string): boolean {
    const [expiry = '', nonce = '', signature = ''] = cookie.split('.')
    const id = `${expiry}.${nonce}`
    return (
      Number(expiry) > this.#now() &&
      sameSecret(signature, prove(this.#signingKey, `cookie:${id}`)) &&
      sameSecret(key, prove(this.#signingKey, `key:${id}`))
    )
  }
}
