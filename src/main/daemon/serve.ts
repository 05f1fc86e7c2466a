import { createServer } from 'node:http'
import { mkdirSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { Bus } from '../bus/bus.ts'
import { thisPlace } from '../clients/place.ts'
import { Gateway } from '../gateway/gateway.ts'
import { httpApp } from '../http/app.ts'
import { Authenticator } from '../http/authenticate.ts'
import { limitConnections, SERVER_LIMITS } from '../http/connection-limits.ts'
import { mcpRoute } from '../http/mcp-route.ts'
import { type OwnAddress, ownAddress, ownHost } from '../http/own-address.ts'
import { PageLogin } from '../http/page-login.ts'
import { LOGIN_CALLBACK, Logins } from '../gateway/oauth/logins.ts'
import type { McpParts } from '../mcp/connection.ts'
import { serveBridge } from '../mcp/bridge.ts'
import { McpHttp } from '../mcp/http.ts'
import { OpenServers } from '../mcp/listeners.ts'
import { ParkedCalls } from '../mcp/parked-calls.ts'
import { Replays } from '../mcp/replay/replays.ts'
import { Confirmations } from '../operations/confirmations.ts'
import { KnownClients } from '../operations/known-clients.ts'
import { Retention } from '../operations/retention.ts'
import { Transfers } from '../operations/share/transfers.ts'
import { Viewing } from '../operations/share/viewing.ts'
import { Summaries } from '../operations/summaries/summaries.ts'
import type { Services } from '../operations/services.ts'
import { SessionBook } from '../recording/session-book.ts'
import { TokenCounter } from '../recording/tokens/counter.ts'
import { startRetention } from '../retention/timer.ts'
import { Ingest } from '../store/ingest/ingest.ts'
import { Queries } from '../store/query/queries.ts'
import { Search } from '../store/search/search.ts'
import { Words } from '../store/words/words.ts'
import { Simulator } from '../store/simulate/simulator.ts'
import { Redactor } from '../store/redaction/redactor.ts'
import { openStore } from '../store/store.ts'
import { LiveSpans } from '../telemetry/live.ts'
import { SpanSender } from '../telemetry/sender.ts'
import { adminToken } from './admin-token.ts'
import { ConfigFile } from './config-file.ts'
import { connectionsOf } from './connections.ts'
import { DemoPlayer } from './demo-player.ts'
import { announce, withdraw } from './discovery.ts'
import { IdleExit } from './idle-exit.ts'
import { leftoversOf } from './leftovers.ts'
import { assertLoopback, listen, trackConnections } from './listen.ts'
import { takeLock } from './lock.ts'
import { openLog } from './log.ts'
import { pageFolder } from './page-folder.ts'
import { homePaths } from './paths.ts'
import { acceptBridges } from './upgrade.ts'
import { keepHeapsSmall } from './small-heap.ts'
import { tidyHeapAtRest } from './tidy-heap.ts'
import { VERSION } from './version.ts'
import { assertViewHome, removeViewHome } from './view-home.ts'
import { WrappedServers } from './wrapped.ts'

export interface DaemonOptions {
  readonly home: string
  /** Null: the configured one. 0: any free one. */
  readonly port: number | null
  readonly host: string
  /** End after so long without use; null: never. */
  readonly idleMinutes: number | null
  readonly allowRemote: boolean
  /** A recording to show read-only: the home is there for it alone and is removed at the end. */
  readonly view?: string
}

export interface Daemon {
  readonly url: string
  readonly pid: number
  readonly home: string
  stop(): Promise<void>
}

/**
 * The composition root: one daemon for one home. It owns the database for as long as it holds the home's lock.
 * @throws SpillwayError `conflict` (another daemon, a taken port), `unsupported` (a newer database), `invalid_input` (a remote host)
 */
export async function runDaemon(options: DaemonOptions): Promise<Daemon> {
  assertLoopback(options.host, options.allowRemote)
  keepHeapsSmall()
  const paths = homePaths(options.home)
  if (options.view !== undefined) assertViewHome(paths.home)
  mkdirSync(paths.home, { recursive: true, mode: 0o700 })
  const closers: (() => unknown)[] = []
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    if (options.view !== undefined) closers.push(() => removeViewHome(paths.home))
    closers.push(takeLock(paths.lock))
    closers.push(tidyHeapAtRest())
    const log = openLog(paths.logs)
    closers.push(() => log.close())
    const token = adminToken(paths.token)
    const now = () => Date.now()

    const bus = new Bus()
    const ingest = new Ingest()
    const tokens = new TokenCounter(ingest)
    const store = await openStore({
      file: paths.database,
      publish: (one) => bus.publish(one),
      countTokens: (steps) => tokens.countEach(steps),
    })
    closers.push(() => store.close())
    const search = new Search(paths.database)
    const queries = new Queries(paths.database)
    const words = new Words({ file: paths.database, indexFile: paths.searchIndex }, (error) =>
      log.error({ reason: String(error) }, 'the search index is not kept up'),
    )
    const redactor = new Redactor()
    closers.push(() => redactor.close())
    closers.push(() => Promise.all([search.close(), queries.close(), words.close(), ingest.close()]))
    closers.push(bus.subscribe(({ event }) => words.hear(event.type)))

    const open = new OpenServers()
    let mcp: McpHttp | null = null
    const tell = (
      type: 'upstream.state' | 'config.changed' | 'capture.changed' | 'daemon.started',
      data: Record<string, unknown>,
    ) =>
      store.write
        .appendEvent({ at: now(), type, client: '', data })
        .catch((error: unknown) => log.warn({ type, reason: String(error) }, 'an event could not be written'))
    const gateway = new Gateway({
      log,
      version: VERSION,
      logins: new Logins({ folder: paths.logins, redirectUrl: () => `${url}${LOGIN_CALLBACK}` }),
      onState: (status) => void tell('upstream.state', { ...status }),
      onListChanged: (_server, list) => mcp?.listChanged(list),
    })
    closers.push(() => gateway.close())

    const settings = new ConfigFile(paths.config, (config) => {
      gateway
        .configure(config.mcpServers)
        .catch((error: unknown) =>
          log.error({ reason: String(error) }, 'the servers could not be configured'),
        )
      void tell('config.changed', { fault: settings.fault })
      if (isDeepStrictEqual(config.capture, capture)) return
      capture = config.capture
      void tell('capture.changed', capture)
    })
    let { capture } = settings.config
    if (settings.fault !== null)
      log.error({ fault: settings.fault }, 'config.json is wrong and was not taken')
    settings.watch()
    closers.push(() => settings.close())

    const demo = new DemoPlayer(paths.home)
    closers.push(() => demo.stop())
    const telemetry = () => settings.config.telemetry
    const sender = new SpanSender({
      config: telemetry,
      version: VERSION,
      warn: (facts, message) => log.warn(facts, message),
    })
    const spans = new LiveSpans({ read: store.read, config: telemetry, send: (span) => sender.push(span) })
    closers.push(() => sender.close())
    closers.push(() => spans.close())
    closers.push(
      bus.subscribe(({ event }) => {
        spans
          .hear(event)
          .catch((error: unknown) => log.warn({ reason: String(error) }, 'a span could not be made'))
      }),
    )

    const login = new PageLogin(token, now)
    let url = ''
    const retention: Retention = new Retention(() => services)
    const simulator = new Simulator(paths.database)
    closers.push(() => simulator.close())
    const replays: Replays = new Replays(() => parts)
    closers.push(() => replays.close())
    const viewing = options.view === undefined ? null : new Viewing(options.view)
    const services: Services = {
      store,
      ingest,
      redactor,
      search,
      queries,
      words,
      tokens,
      bus,
      sessions: new SessionBook(store, { now, turnStarted: () => retention.soon() }),
      clients: new KnownClients(store.read),
      retention,
      summaries: new Summaries(() => services),
      transfers: new Transfers(paths.database, paths.transfers),
      viewing,
      confirmations: new Confirmations(now),
      log,
      version: VERSION,
      upstreams: gateway,
      settings,
      leftovers: leftoversOf(paths),
      replays,
      simulator,
      logins: {
        issue: () => {
          const { code, expiresAt } = login.issueCode()
          return { code, expiresAt, url: `${url}/#code=${code}` }
        },
      },
      connections: connectionsOf(() => ({
        home: paths.home,
        place: thisPlace(),
        daemon: { url, token, pid: process.pid, version: VERSION },
      })),
      demo,
      url: () => url,
      config: () => settings.config,
      now,
    }
    if (viewing === null)
      closers.push(
        startRetention(
          () => retention.run(),
          (error) => log.error({ reason: String(error) }, 'retention failed'),
        ),
      )
    await gateway.configure(settings.config.mcpServers)
    const parts: McpParts = { services, gateway, parked: new ParkedCalls() }
    const endpoint = (mcp = new McpHttp(parts, open))
    closers.push(() => endpoint.close())

    let address: OwnAddress = { hosts: new Set(), origins: new Set() }
    const authenticator = new Authenticator(token, { login, clients: services.clients, store, now })
    const idle = new IdleExit(options.idleMinutes, () => void stop().then(() => process.exit(0)))
    closers.push(() => idle.close())

    const server = createServer(SERVER_LIMITS)
    limitConnections(server)
    const closeServer = trackConnections(server)
    const port = await listen(server, options.host, options.port ?? settings.config.server.port)
    url = `http://${ownHost(options.host)}:${port}`
    address = ownAddress(port, options.allowRemote ? options.host : null)
    const app = httpApp({
      services,
      authenticator,
      login,
      address,
      adminToken: token,
      pageFolder: pageFolder(import.meta.url),
    })
    // Nobody works in a recording; but agents may be answered from it.
    const live = viewing === null ? endpoint : null
    const toMcp = mcpRoute({ services, authenticator, address, mcp: live, replays })
    const toApp = getRequestListener(app.fetch, { overrideGlobalObjects: false })
    server.on('request', (request, response) => {
      const end = idle.begin()
      response.once('close', end)
      void (toMcp(request, response) ?? toApp(request, response))
    })
    const wrapped = new WrappedServers(services, open, log)
    closers.push(() => wrapped.close())
    acceptBridges(server, {
      authenticator,
      clients: services.clients,
      address: () => address,
      open: (socket, caller, where) => {
        socket.once('close', idle.begin())
        if (where.replay !== null) replays.endpoint(caller, where.replay).serveBridge(socket, caller)
        else if (viewing === null) serveBridge(parts, open, socket, caller, where)
        else socket.destroy()
      },
      wrap: (socket, caller) => {
        socket.once('close', idle.begin())
        const failed = (error: unknown) => {
          log.warn({ reason: String(error) }, 'a server could not be wrapped')
          socket.destroy()
        }
        // Nothing is started for a recording.
        if (viewing) socket.destroy()
        else wrapped.serve(socket, caller).catch(failed)
      },
    })
    closers.push(() => closeServer())
    announce(paths.discovery, {
      pid: process.pid,
      url,
      startedAt: new Date(now()).toISOString(),
      version: VERSION,
    })
    closers.push(() => withdraw(paths.discovery))
    if (viewing) {
      viewing.open(services)
      closers.push(() => viewing.close())
    } else {
      await tell('daemon.started', { version: VERSION })
    }
    log.info({ url, home: paths.home, version: VERSION }, 'ready')
    return { url, pid: process.pid, home: paths.home, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
