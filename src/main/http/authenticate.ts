import { timingSafeEqual } from 'node:crypto'
import { SpillwayError } from '../../shared/errors.ts'
import { hashToken } from '../operations/clients.ts'
import type { KnownClients } from '../operations/known-clients.ts'
import { ADMIN } from '../operations/services.ts'
import type { Store } from '../store/store.ts'
import type { PageLogin } from './page-login.ts'

export interface Principal {
  /** '' is the admin. */
  readonly client: string
  readonly name: string
}

export interface Credentials {
  readonly authorization: string | undefined
  readonly cookie: string | undefined
  readonly key: string | undefined
}

/** How long a client's last use may lag behind what is stored. */
const TOUCH_EVERY_MS = 60_000

/** The token of an `Authorization` header; null without one. */
export const bearerIn = (authorization: string | undefined): string | null =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null

/** Tells who holds a token. */
export class Authenticator {
  readonly #adminHash: Uint8Array
  readonly #login: PageLogin
  readonly #clients: KnownClients
  readonly #store: Store
  readonly #now: () => number
  readonly #touched = new Map<string, number>()
  /** Of good tokens: every request brings one, and hashing it is what letting it in would mostly cost. */
  readonly #hashes = new Map<string, Uint8Array>()

  constructor(
    adminToken: string,
    {
      login,
      clients,
      store,
      now,
    }: { login: PageLogin; clients: KnownClients; store: Store; now: () => number },
  ) {
    this.#adminHash = hashToken(adminToken)
    this.#login = login
    this.#clients = clients
    this.#store = store
    this.#now = now
  }

  /** @throws SpillwayError `unauthorized` */
  async authenticate({ authorization, cookie, key }: Credentials): Promise<Principal> {
    const token = bearerIn(authorization)
    if (token !== null) return this.#byToken(token)
    if (cookie !== undefined && key !== undefined && this.#login.accepts(cookie, key))
      return { client: ADMIN, name: 'app' }
    throw new SpillwayError(
      'unauthorized',
      cookie === undefined
        ? 'This needs a token.'
        : 'A cookie alone is not enough: its key is missing or wrong.',
      'Send Authorization: Bearer TOKEN, or open the app with `spillway open`.',
    )
  }

  async #byToken(token: string): Promise<Principal> {
    const hash = this.#hashes.get(token) ?? hashToken(token)
    // In a time that tells nothing about where they differ.
    if (timingSafeEqual(hash, this.#adminHash)) {
      this.#hashes.set(token, hash)
      return { client: ADMIN, name: 'admin' }
    }
    const client = await this.#clients.byToken(hash)
    if (!client) {
      this.#hashes.delete(token)
      throw new SpillwayError(
        'unauthorized',
        'That token is not known here.',
        'Make a client with POST /api/v1/clients.',
      )
    }
    this.#hashes.set(token, hash)
    const at = this.#now()
    if (at - (this.#touched.get(client.id) ?? 0) > TOUCH_EVERY_MS) {
      this.#touched.set(client.id, at)
      // Only a date for the list of clients: that it cannot be written (a full disk) lets nobody out.
      await this.#store.write.touchClient({ id: client.id, at }).catch(() => undefined)
    }
    return { client: client.id, name: client.name }
  }
}
