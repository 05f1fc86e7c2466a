import { isObject } from '../rpc/message.ts'

/**
 * Which upstream a resource belongs to. URIs pass as their servers gave them, so nothing in a URI says whose it is; what the servers
 * listed does.
 */
export class ResourceRoutes {
  readonly #listed = new Map<string, ReadonlySet<string>>()
  readonly #templates = new Map<string, readonly string[]>()

  /** Takes the whole list of a server, in place of what it listed before. */
  remember(server: string, field: 'resources' | 'resourceTemplates', items: readonly unknown[]): void {
    const stringsOf = (key: string) =>
      items.flatMap((item) => (isObject(item) && typeof item[key] === 'string' ? [item[key]] : []))
    if (field === 'resources') this.#listed.set(server, new Set(stringsOf('uri')))
    else this.#templates.set(server, stringsOf('uriTemplate'))
  }

  knows(server: string): boolean {
    return this.#listed.has(server)
  }

  /**
   * Whom to ask for a URI (or about a template), in this order: the first of `servers` that listed it, and nobody else; else those
   * with a template that it fits, then the others.
   */
  candidates(uri: string, servers: readonly string[]): readonly string[] {
    const owner = servers.find(
      (server) => this.#listed.get(server)?.has(uri) || this.#templates.get(server)?.includes(uri),
    )
    if (owner !== undefined) return [owner]
    const fits = (server: string) => (this.#templates.get(server) ?? []).some((one) => mayFit(uri, one))
    return [...servers.filter(fits), ...servers.filter((server) => !fits(server))]
  }
}

const EXPRESSION = /\{[^{}]*\}/

/**
 * Whether the literal parts of a template occur in a URI in their order. Not a whole RFC 6570 match: that is a regular expression of
 * the server's making, which could take for ever, and a wrong guess only costs a refusal.
 */
function mayFit(uri: string, template: string): boolean {
  const literals = template.split(EXPRESSION)
  const [first = '', last = ''] = [literals[0], literals.at(-1)]
  if (literals.length === 1) return uri === template
  if (!uri.startsWith(first) || !uri.endsWith(last) || uri.length < first.length + last.length) return false
  let at = first.length
  for (const literal of literals.slice(1, -1)) {
    const found = uri.indexOf(literal, at)
    if (found === -1) return false
    at = found + literal.length
  }
  return at <= uri.length - last.length
}
