import type { HttpLoad, Reply } from './http-load.ts'
import type { Revision } from './echo.ts'

const ACCEPT = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
export const CLIENT = { name: 'bench', version: '1' }

/** MCP over bare HTTP, for a load that the official client would itself be too slow to make. */
export class RawMcp {
  readonly #http: HttpLoad
  readonly #revision: Revision
  #headers: Record<string, string> = {}
  #lastId = 0

  constructor(http: HttpLoad, revision: Revision) {
    this.#http = http
    this.#revision = revision
  }

  /** The handshake, where the revision has one. */
  async open(): Promise<this> {
    this.#headers = { ...ACCEPT, 'mcp-protocol-version': this.#revision }
    if (this.#revision === '2026-07-28') return this
    const params = { protocolVersion: this.#revision, capabilities: {}, clientInfo: CLIENT }
    const { headers } = await this.#post({ id: 0, method: 'initialize', params })
    const session = headers['mcp-session-id']
    if (typeof session !== 'string') throw new Error('the server gave no session id')
    this.#headers['mcp-session-id'] = session
    await this.#post({ method: 'notifications/initialized' })
    return this
  }

  async callTool(name: string, args: Record<string, unknown>): Promise<string> {
    const id = ++this.#lastId
    const params = { name, arguments: args }
    if (this.#revision === '2025-11-25') return textOf(await this.#post({ id, method: 'tools/call', params }))
    const meta = {
      'io.modelcontextprotocol/protocolVersion': this.#revision,
      'io.modelcontextprotocol/clientInfo': CLIENT,
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const message = { id, method: 'tools/call', params: { ...params, _meta: meta } }
    return textOf(await this.#post(message, { 'mcp-method': 'tools/call', 'mcp-name': name }))
  }

  #post(message: object, headers: Record<string, string> = {}): Promise<Reply> {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    return this.#http.send('/mcp', { headers: { ...this.#headers, ...headers }, body })
  }
}

/** The text of a tool's result, out of plain JSON or of the one event of a stream. */
function textOf({ headers, body }: Reply): string {
  const text = body.toString()
  const isStream = headers['content-type']?.startsWith('text/event-stream') ?? false
  const lines = text.split('\n').filter((line) => line.startsWith('data: {'))
  return textOfResult(JSON.parse(isStream ? (lines.at(-1)?.slice('data: '.length) ?? '') : text))
}

/** The first text of a response to `tools/call`. */
export function textOfResult(message: unknown): string {
  const { result } = message as { result?: { content?: { text?: string }[] } }
  const found = result?.content?.[0]?.text
  if (found === undefined) throw new Error(`no text in ${JSON.stringify(message).slice(0, 500)}`)
  return found
}
