import { randomBytes } from 'node:crypto'
import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import type { UpstreamOauth } from '../../../shared/config.ts'
import { reasonOf } from '../../../shared/errors.ts'
import { APP_NAME } from '../../../shared/names.ts'
import { LoginFile } from './login-file.ts'

/** So long the address that was shown stays good: an agent that calls again must not end the login that a person is in. */
const LOGIN_MS = 10 * 60_000

/** A person has to log in; the message says where. */
export class LoginRequired extends Error {
  constructor(url: string) {
    super(`the server asks for a login: open ${url}`)
    this.name = 'LoginRequired'
  }
}

/** The server wants a login, and as it is configured there can be none. */
export class LoginFailed extends Error {
  constructor(reason: unknown) {
    super(`the server asks for a login, which failed: ${reasonOf(reason)}`, { cause: reason })
    this.name = 'LoginFailed'
  }
}

export interface LoginOptions {
  /** Where the MCP server is; the tokens are for nobody else. */
  readonly serverUrl: string
  /** As which client we log in; empty: as one that registers itself. */
  readonly oauth: UpstreamOauth
  readonly file: string
  /** Where the browser comes back to: ours, on the loopback address. */
  readonly redirectUrl: () => string
}

/** Our side of one server's OAuth, as the SDK asks for it: what is remembered, and the address that a person has to open. */
export class Login implements OAuthClientProvider {
  readonly clientMetadataUrl?: string
  /** Absent for a client that was registered by hand: the SDK would register another one where it is refused. */
  readonly saveClientInformation?: (client: StoredOAuthClientInformation) => void
  readonly #options: LoginOptions
  readonly #file: LoginFile
  #shown: { readonly address: string; readonly until: number } | null = null
  #renewing: Promise<boolean> | null = null

  constructor(options: LoginOptions) {
    this.#options = options
    this.#file = new LoginFile(options.file)
    const { clientId, clientMetadataUrl } = options.oauth
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl
    if (clientId === undefined) this.saveClientInformation = (client) => this.#file.save({ client })
  }

  /** Whether it logs in as the configuration wants it now. */
  isFor(oauth: UpstreamOauth): boolean {
    return JSON.stringify(oauth) === JSON.stringify(this.#options.oauth)
  }

  /** Null where there is no login. */
  get token(): string | null {
    return this.#file.saved.tokens?.access_token ?? null
  }

  /** What the login under way is known by. */
  get pending(): string | null {
    return this.#file.saved.state ?? null
  }

  /**
   * After a refusal: gets a new token where the old one can be renewed. Refusals that come together share that.
   * @param challenge the `WWW-Authenticate` header of the refusal
   * @returns whether there is a new token
   * @throws LoginRequired where a person has to log in; LoginFailed; what went wrong where the server has no OAuth
   */
  renew(challenge: string | undefined): Promise<boolean> {
    this.#renewing ??= this.#renew(challenge).finally(() => (this.#renewing = null))
    return this.#renewing
  }

  /** The browser came back: its code is exchanged for tokens. @throws where the server does not accept that */
  async finish(query: URLSearchParams): Promise<void> {
    const { auth } = await import('@modelcontextprotocol/client')
    const [authorizationCode, iss] = [query.get('code'), query.get('iss')]
    if (authorizationCode === null)
      throw new Error(query.get('error_description') ?? query.get('error') ?? 'it sent no code')
    const { serverUrl } = this.#options
    const scope = this.#scope
    await auth(this, {
      serverUrl,
      authorizationCode,
      ...(iss !== null && { iss }),
      ...(scope !== undefined && { scope }),
    })
    this.#file.save({ state: undefined, verifier: undefined })
    this.#shown = null
  }

  async #renew(challenge: string | undefined): Promise<boolean> {
    if (this.#shown && this.#shown.until > Date.now()) throw new LoginRequired(this.#shown.address)
    // Not before it is needed: most servers want a key or nothing.
    const { auth, extractWWWAuthenticateParams } = await import('@modelcontextprotocol/client')
    const headers = new Headers(challenge === undefined ? {} : { 'www-authenticate': challenge })
    const asked = extractWWWAuthenticateParams(new Response(null, { status: 401, headers }))
    const { resourceMetadataUrl } = asked
    const scope = this.#scope ?? asked.scope
    const { serverUrl, oauth } = this.#options
    const outcome = await auth(this, {
      serverUrl,
      ...(resourceMetadataUrl && { resourceMetadataUrl }),
      ...(scope !== undefined && { scope }),
    }).catch((error: unknown) => {
      throw Object.keys(oauth).length > 0 || this.#registersNobody ? new LoginFailed(error) : error
    })
    if (outcome === 'AUTHORIZED') return true
    throw new LoginRequired(this.#shown?.address ?? serverUrl)
  }

  /** Otherwise a refusal may have nothing to do with OAuth at all. */
  get #registersNobody(): boolean {
    const server = this.#file.saved.discovery?.authorizationServerMetadata
    return server !== undefined && server.registration_endpoint === undefined
  }

  get redirectUrl(): string {
    return this.#options.redirectUrl()
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: APP_NAME,
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...(this.#scope !== undefined && { scope: this.#scope }),
    }
  }

  get #scope(): string | undefined {
    return this.#options.oauth.scopes?.join(' ')
  }

  state(): string {
    const state = randomBytes(24).toString('base64url')
    this.#file.save({ state })
    return state
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    const { client } = this.#file.saved
    const { clientId, clientSecret } = this.#options.oauth
    if (clientId !== undefined)
      return {
        client_id: clientId,
        ...(clientSecret !== undefined && { client_secret: expanded(clientSecret) }),
        // Whoever the first login was with: the secret is for nobody else.
        ...(client?.issuer !== undefined && { issuer: client.issuer }),
      }
    // The daemon listens on another port now: the server would send the browser to the old one.
    if (client && 'redirect_uris' in client && !client.redirect_uris.includes(this.redirectUrl))
      return undefined
    return client
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#file.saved.tokens
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    const { clientId } = this.#options.oauth
    const { issuer } = tokens
    this.#file.save({
      tokens,
      ...(clientId !== undefined && issuer !== undefined && { client: { client_id: clientId, issuer } }),
    })
  }

  redirectToAuthorization(url: URL): void {
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new Error(`its login is at ${url.protocol}, which is no web address`)
    this.#shown = { address: url.href, until: Date.now() + LOGIN_MS }
  }

  saveCodeVerifier(verifier: string): void {
    this.#file.save({ verifier })
  }

  codeVerifier(): string {
    const { verifier } = this.#file.saved
    if (verifier === undefined) throw new Error('no login is under way')
    return verifier
  }

  saveDiscoveryState(discovery: OAuthDiscoveryState): void {
    this.#file.save({ discovery })
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#file.saved.discovery
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    const all = scope === 'all'
    this.#file.save({
      ...((all || scope === 'client') && { client: undefined }),
      ...((all || scope === 'tokens') && { tokens: undefined }),
      ...((all || scope === 'verifier') && { verifier: undefined }),
      ...((all || scope === 'discovery') && { discovery: undefined }),
    })
  }
}

/** `${NAME}` stands for what the daemon's environment has under that name. @throws where it has nothing */
function expanded(secret: string): string {
  return secret.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
    const value = process.env[name]
    if (value === undefined) throw new Error(`the daemon's environment has no ${name}`)
    return value
  })
}
