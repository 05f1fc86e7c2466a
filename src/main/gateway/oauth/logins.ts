import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { UpstreamOauth } from '../../../shared/config.ts'
import { SpillwayError, reasonOf } from '../../../shared/errors.ts'
import { Login } from './login.ts'

/** The path that browsers come back to. */
export const LOGIN_CALLBACK = '/oauth/callback'

export interface LoginsOptions {
  /** Where the tokens are kept. */
  readonly folder: string
  readonly redirectUrl: () => string
}

/** The logins of all servers that ask for one. */
export class Logins {
  readonly #options: LoginsOptions
  readonly #logins = new Map<string, { server: string; login: Login }>()

  constructor(options: LoginsOptions) {
    this.#options = options
  }

  /** A server whose address changes is another one: it must not get the tokens of the first. Tokens are a client's own, too. */
  of(server: string, serverUrl: string, oauth: UpstreamOauth = {}): Login {
    const identity = [serverUrl, ...[oauth.clientId ?? oauth.clientMetadataUrl].filter(Boolean)].join('\n')
    const key = `${server}-${createHash('sha256').update(identity).digest('hex').slice(0, 16)}`
    const known = this.#logins.get(key)
    if (known?.login.isFor(oauth)) return known.login
    const { folder, redirectUrl } = this.#options
    const login = new Login({ serverUrl, oauth, file: join(folder, `${key}.json`), redirectUrl })
    this.#logins.set(key, { server, login })
    return login
  }

  /**
   * Takes what the browser brought back.
   * @returns whose login that was
   * @throws SpillwayError `not_found` for a login that nobody began, `upstream_failed`
   */
  async finish(query: URLSearchParams): Promise<string> {
    const state = query.get('state')
    const found = [...this.#logins.values()].find(({ login }) => state !== null && login.pending === state)
    if (!found)
      throw new SpillwayError(
        'not_found',
        'No such login is under way.',
        'Begin again: `spillway upstreams`.',
      )
    try {
      await found.login.finish(query)
    } catch (error) {
      throw new SpillwayError('upstream_failed', `${found.server} did not let us in: ${reasonOf(error)}`)
    }
    return found.server
  }
}
