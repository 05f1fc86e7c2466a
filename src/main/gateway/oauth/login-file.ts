import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'

/** What has to outlive the daemon between the beginning of a login and the last use of its tokens. */
export interface SavedLogin {
  client?: StoredOAuthClientInformation | undefined
  tokens?: StoredOAuthTokens | undefined
  verifier?: string | undefined
  discovery?: OAuthDiscoveryState | undefined
  /** Of the login under way: what comes back with it must name it. */
  state?: string | undefined
}

/** One server's login, in a file that only its owner can read. */
export class LoginFile {
  readonly #path: string
  #saved: SavedLogin | null = null

  constructor(path: string) {
    this.#path = path
  }

  get saved(): Readonly<SavedLogin> {
    this.#saved ??= this.#read()
    return this.#saved
  }

  save(change: SavedLogin): void {
    this.#saved = { ...this.saved, ...change }
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
    // Never half a file: a login that cannot be read has to be made again by hand.
    const next = `${this.#path}.next`
    rmSync(next, { force: true })
    writeFileSync(next, JSON.stringify(this.#saved), { mode: 0o600 })
    renameSync(next, this.#path)
  }

  #read(): SavedLogin {
    try {
      return JSON.parse(readFileSync(this.#path, 'utf8')) as SavedLogin
    } catch {
      // None yet, or no longer readable: the server asks again.
      return {}
    }
  }
}
