import type { UpstreamConfig } from '../../shared/config.ts'
import type { OfferedTool, UpstreamStatus } from '../../shared/contract/gateway.ts'
import { SpillwayError } from '../../shared/errors.ts'
import { APP_NAME } from '../../shared/names.ts'
import { stringifyJson } from '../rpc/json.ts'
import { isObject } from '../rpc/message.ts'
import type { Params } from '../rpc/message.ts'
import type { Handshake } from './handshake.ts'
import { isStdio } from './launch.ts'
import type { Log } from './log.ts'
import { NameTable, parsePublicName } from './names.ts'
import type { ToolAddress } from './names.ts'
import type { Logins } from './oauth/logins.ts'
import { ResourceRoutes } from './resource-routes.ts'
import type { CallOptions, CallScope, ListKind } from './scope.ts'
import { canGoOn, isSwitchedOn, isToolSwitchedOn } from './switches.ts'
import type { ToolDefinition } from './tool-list.ts'
import { Upstream } from './upstream.ts'
import type { UpstreamOptions } from './upstream.ts'

export interface GatewayOptions {
  log: Log
  /** An upstream's state changed, or what it offers. */
  onState(status: UpstreamStatus): void
  /** A list that clients may have seen is out of date. */
  onListChanged(server: string, list: ListKind): void
  version?: string
  /** For servers that ask for a login; without them they are refused. */
  logins?: Logins
  /** Time limits, for tests that cannot wait for the real ones. */
  limits?: Pick<UpstreamOptions, 'idleMs' | 'startMs' | 'firstListMs'>
}

export interface ListedTool extends ToolAddress {
  readonly publicName: string
  /** The raw tool object, unchanged. */
  readonly definition: ToolDefinition
}

/** All configured MCP servers behind one front. What passes through is raw JSON-RPC, never reshaped. */
export class Gateway {
  readonly #options: GatewayOptions
  readonly #upstreams = new Map<string, Upstream>()
  #names: NameTable | null = null
  /** Which server a resource belongs to, as far as they listed them. */
  readonly resources = new ResourceRoutes()

  constructor(options: GatewayOptions) {
    this.#options = options
  }

  /** Takes a new configuration; servers whose own part of it did not change go on undisturbed. */
  async configure(servers: Readonly<Record<string, UpstreamConfig>>): Promise<void> {
    const goesOn = (name: string) => canGoOn(this.#upstreams.get(name)?.config, servers[name])
    const replaced = [...this.#upstreams.values()].filter(({ name }) => !goesOn(name))
    const added = Object.entries(servers).filter(([name]) => !goesOn(name))
    for (const upstream of this.#upstreams.values()) {
      const wanted = servers[upstream.name]
      if (wanted !== undefined && goesOn(upstream.name)) upstream.adjust(wanted)
    }
    for (const { name } of replaced) this.#upstreams.delete(name)
    for (const [name, config] of added) this.#upstreams.set(name, this.#build(name, config))
    // What was replaced keeps its place: the order of the configuration decides where servers compete.
    for (const name of Object.keys(servers)) {
      const upstream = this.#get(name)
      this.#upstreams.delete(name)
      this.#upstreams.set(name, upstream)
    }
    this.#names = null
    for (const [name] of added) this.#options.onState(this.#get(name).status)
    const changed = new Set([...replaced.map(({ name }) => name), ...added.map(([name]) => name)])
    for (const name of changed)
      for (const list of ['tools', 'prompts', 'resources'] as const) this.#options.onListChanged(name, list)
    await Promise.all(replaced.map((upstream) => upstream.close()))
  }

  has(server: string): boolean {
    return this.#upstreams.has(server)
  }

  /** The servers that are switched on, in configured order, or `only` one of them. */
  names(only: string | null): string[] {
    return [...this.#upstreams.values()]
      .filter(({ name, config }) => isSwitchedOn(config) && (only === null || only === name))
      .map(({ name }) => name)
  }

  status(): UpstreamStatus[] {
    return [...this.#upstreams.values()].map((upstream) => upstream.status)
  }

  /** What a server last said of itself (capabilities, instructions); null before its first start. */
  describe(server: string): Handshake | null {
    return this.#get(server).handshake
  }

  /**
   * Every tool of every upstream, or of `only` one, whose tools then keep their own names. An upstream that is
   * broken or slow is left out after a few seconds at most; `onToolsChanged` tells when it has arrived.
   */
  async listTools(scope: CallScope, only?: string): Promise<ListedTool[]> {
    const wanted = only === undefined ? [...this.#upstreams.values()] : [this.#get(only)]
    const lists = await Promise.all(
      wanted.map(async (upstream) => ({ server: upstream.name, tools: await upstream.listTools(scope) })),
    )
    const names = this.#table()
    return lists.flatMap(({ server, tools }) =>
      tools.map((definition) => {
        const address = { server, tool: definition.name }
        return {
          ...address,
          publicName: only === undefined ? names.nameOf(address) : definition.name,
          definition,
        }
      }),
    )
  }

  /**
   * Waits until a server's tools are known: what one says of itself may decide what it is given.
   * @throws as `callTool`
   */
  async knowTools(scope: CallScope, server: string, { signal }: CallOptions): Promise<void> {
    await this.#get(server).knowTools(scope, signal)
  }

  /** A tool as its server listed it; null before its first list. */
  definition({ server, tool }: ToolAddress): ToolDefinition | null {
    return this.#upstreams.get(server)?.tool(tool) ?? null
  }

  /**
   * Which tool a public name means. One that no server listed is read by its form: whether there is such a tool is the server's to say,
   * which may answer more than it lists, or list it a moment later.
   */
  find(publicName: string, only?: string): ToolAddress | null {
    if (only !== undefined) return this.#upstreams.has(only) ? { server: only, tool: publicName } : null
    const known = this.#table().find(publicName)
    if (known !== null) return known
    return parsePublicName(publicName, this.names(null))
  }

  /**
   * The raw CallToolResult; `params` are the client's own, with the tool's name replaced by `tool`.
   * @throws RpcError with the server's own code and data; SpillwayError `not_found`, `unavailable`,
   * `upstream_failed` or `timeout`; the reason of `options.signal`
   */
  async callTool(
    scope: CallScope,
    server: string,
    tool: string,
    params: Params,
    options: CallOptions = {},
  ): Promise<Record<string, unknown>> {
    const result = await this.request(scope, server, 'tools/call', { ...params, name: tool }, options)
    if (isObject(result)) return result
    throw new SpillwayError('upstream_failed', `${server} answered the call of ${tool} with no result object`)
  }

  /** The raw result of any other request (prompts/get, resources/read, completion/complete, …). Throws as `callTool`. */
  async request(
    scope: CallScope,
    server: string,
    method: string,
    params: Params | undefined,
    options: CallOptions = {},
  ): Promise<unknown> {
    // Awaited: a promise that is returned as it is takes three turns of the queue to arrive, this takes one.
    return await this.#get(server).request(scope, method, params, options)
  }

  /** The tools of a server as last heard of, those that are switched off too; null before the first time. */
  tools(server: string): (Omit<OfferedTool, 'tokens'> & { readonly definition: string })[] | null {
    const { tools, config } = this.#get(server)
    const names = this.#table()
    return (
      tools?.map(({ name, title, description, inputSchema }) => ({
        name,
        // What clients hand on to a model.
        definition: stringifyJson({ name, description, inputSchema }),
        publicName: names.nameOf({ server, tool: name }),
        title: typeof title === 'string' ? title : null,
        description: typeof description === 'string' ? description : null,
        enabled: isToolSwitchedOn(config, name),
      })) ?? null
    )
  }

  /** Subscribes a session to a resource of a server: `scope.forward` is told when it changes. Throws as `callTool`. */
  async watch(scope: CallScope, server: string, params: Params, options: CallOptions = {}): Promise<unknown> {
    return this.#get(server).watch(scope, params, options)
  }

  async unwatch(
    scope: CallScope,
    server: string,
    params: Params,
    options: CallOptions = {},
  ): Promise<unknown> {
    return this.#get(server).unwatch(scope, params, options)
  }

  /** Tells the running servers of a session something that its client said, but not those that it shares with others. */
  async notify(scope: CallScope, method: string, params: Params | undefined): Promise<void> {
    await Promise.all([...this.#upstreams.values()].map((upstream) => upstream.notify(scope, method, params)))
  }

  /** Tells the running servers of a session which log messages it wants (`scope.logLevel`). */
  async setLogLevel(scope: CallScope): Promise<void> {
    await Promise.all([...this.#upstreams.values()].map((upstream) => upstream.setLogLevel(scope)))
  }

  async restart(name: string): Promise<UpstreamStatus> {
    const upstream = this.#get(name)
    await upstream.restart()
    return upstream.status
  }

  /** Ends the login that a browser comes back from. @returns the server's name @throws SpillwayError `not_found`, `upstream_failed` */
  async finishLogin(query: URLSearchParams): Promise<string> {
    const { logins } = this.#options
    if (!logins) throw new SpillwayError('not_found', 'No login is under way.')
    const name = await logins.finish(query)
    await this.restart(name)
    return name
  }

  /** The end of what a stdio server wrote to stderr, 64 KiB at most. */
  stderr(name: string): string {
    return this.#get(name).stderr.text()
  }

  /** Ends the instances that belonged to a session. */
  async endSession(session: string): Promise<void> {
    await Promise.all([...this.#upstreams.values()].map((upstream) => upstream.endSession(session)))
  }

  async close(): Promise<void> {
    const upstreams = [...this.#upstreams.values()]
    this.#upstreams.clear()
    await Promise.all(upstreams.map((upstream) => upstream.close()))
  }

  #build(name: string, config: UpstreamConfig): Upstream {
    const { log, limits, logins, version = '0' } = this.#options
    const upstream: Upstream = new Upstream({
      ...limits,
      name,
      config,
      login: isStdio(config) ? null : (logins?.of(name, config.url, config.oauth) ?? null),
      log,
      identity: { clientInfo: { name: APP_NAME, version }, clientCapabilities: {} },
      onstate: () => {
        this.#names = null
        // A replaced upstream still reports its end, which would look like its successor's.
        if (this.#upstreams.get(name) === upstream) this.#options.onState(upstream.status)
      },
      onlist: (list) => {
        this.#names = null
        if (this.#upstreams.get(name) === upstream) this.#options.onListChanged(name, list)
      },
    })
    return upstream
  }

  #get(name: string): Upstream {
    const upstream = this.#upstreams.get(name)
    if (upstream !== undefined) return upstream
    throw new SpillwayError('not_found', `there is no server ${name}`, 'See mcpServers in config.json.')
  }

  #table(): NameTable {
    this.#names ??= new NameTable(
      [...this.#upstreams.values()].flatMap(({ name, tools, config }) =>
        isSwitchedOn(config) ? (tools ?? []).map((tool) => ({ server: name, tool: tool.name })) : [],
      ),
    )
    return this.#names
  }
}
