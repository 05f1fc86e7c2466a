import type { OperationArgs, OperationName, OperationOutput } from '../../shared/contract.ts'
import { storeLimits } from '../policy/limits.ts'
import { getCapture, pauseCapture, resumeCapture } from './capture.ts'
import { parseFilter } from '../../shared/filter/parse.ts'
import { createClient, deleteClient, rotateClient } from './clients.ts'
import { compareTurns } from './compare-turns/compare-turns.ts'
import { copyCall } from './copy-call/copy-call.ts'
import { deleteEntry } from './delete-entry.ts'
import { getCall } from './get-call.ts'
import { getEntry } from './get-entry.ts'
import { listEntries } from './list-entries.ts'
import { deleteNote, getNote, listNotes, putNote, rewriteNote } from './notes/api.ts'
import { importTranscript } from './import-transcript.ts'
import { listUpstreamTools } from './list-upstream-tools.ts'
import { offload } from './offload.ts'
import { outlineEntry } from './outline-entry.ts'
import { prune } from './prune.ts'
import { resolve } from './references/api.ts'
import { replaySession, replayTurn } from './replay.ts'
import { readEntry } from './read-entry.ts'
import { search } from './search.ts'
import { type Asked, type Caller, type Services, visibleTo } from './services.ts'
import { readEvents } from './read-events.ts'
import { createSession, deleteSession, getSession, getTurn, startTurn } from './sessions.ts'
import { runAgain } from './run-again.ts'
import { sessionFilter } from './session-of.ts'
import { mergeTurns, splitTurn, updateTurn } from './turns.ts'
import { simulate } from './simulate.ts'
import { updateEntry } from './update-entry.ts'
import { updateUpstream } from './update-upstream.ts'
import { wipe } from './wipe.ts'

type Implementation<N extends OperationName> = (
  services: Services,
  caller: Caller,
  input: OperationArgs<N>,
  asked: Asked,
) => OperationOutput<N> | Promise<OperationOutput<N>>

/** Those that are about the connection itself, and so belong to the HTTP side. */
type HttpOwn = 'health' | 'login'

/** Every operation of the contract by its name: what HTTP routes, MCP tools and the command line all call. */
export const operations: { readonly [N in Exclude<OperationName, HttpOwn>]: Implementation<N> } = {
  offload,
  listEntries,
  entryGroups: ({ store, now }, caller, { filter = '', ...input }) =>
    store.read.entryGroups({
      ...input,
      filter: { terms: parseFilter(filter), now: now() },
      client: visibleTo(caller),
    }),
  getEntry,
  readEntry,
  outlineEntry,
  search,
  updateEntry,
  deleteEntry,
  prune,
  wipe,
  createSession,
  getSession,
  startTurn,
  getTurn,
  replayTurn,
  compareTurns,
  replaySession,
  deleteSession,
  updateTurn,
  splitTurn,
  mergeTurns,
  listNotes,
  getNote,
  putNote,
  rewriteNote,
  deleteNote,
  createClient,
  rotateClient,
  deleteClient,
  createLoginCode: ({ logins }) => logins.issue(),
  getCall,
  copyCall,
  runAgain,
  importTranscript,
  listCoverage: ({ store }, caller, { ids }) =>
    store.read.coverage({ ids: ids.split(','), client: visibleTo(caller) }),
  findCalls: ({ store, now }, caller, { filter, before = Number.MAX_SAFE_INTEGER, limit }) =>
    store.read.foundCalls({
      terms: parseFilter(filter),
      before,
      limit,
      now: now(),
      client: visibleTo(caller),
    }),
  listEvents: async (services, caller, { at, ...input }) => {
    const moment = at === undefined ? {} : { at: Date.parse(at) }
    const order = { ...input, ...moment, client: visibleTo(caller) }
    const { items, lastSeq } = await readEvents(services, order)
    return { items, lastSeq }
  },
  stats: async (services, caller, input) => {
    const session = await sessionFilter(services, caller, input.session)
    const { maxBytes } = storeLimits(services.config())
    return services.store.read.stats({
      client: visibleTo(caller),
      maxBytes,
      ...(session === undefined ? {} : { session }),
    })
  },
  statsSeries: ({ store, now }, caller, input) =>
    store.read.series({ ...input, now: now(), client: visibleTo(caller) }),
  listSessions: ({ store }, caller, input) => store.read.sessions({ ...input, client: visibleTo(caller) }),
  listTurns: async (services, caller, input) => {
    const session = await sessionFilter(services, caller, input.session)
    return services.store.read.turns({
      ...input,
      ...(session === undefined ? {} : { session }),
      client: visibleTo(caller),
    })
  },
  resolve,
  listConfirmations: ({ confirmations }) => ({ items: confirmations.list() }),
  answerConfirmation: ({ confirmations }, _caller, { id, allow }) => {
    confirmations.answer(id, allow)
    return { id, allowed: allow }
  },
  listUpstreams: ({ upstreams }) => ({ items: upstreams.status() }),
  restartUpstream: ({ upstreams }, _caller, { name }) => upstreams.restart(name),
  listUpstreamTools,
  getUpstreamLog: ({ upstreams }, _caller, { name }) => ({ text: upstreams.stderr(name) }),
  updateUpstream,
  getConfig: ({ settings }) => settings.current(),
  putConfig: ({ settings }, _caller, { config }) => settings.replace(config),
  editConfig: ({ settings }, _caller, { changes }) => {
    settings.edit(changes.map(({ path, value }) => ({ path, value })))
    return settings.current()
  },
  writeConfigText: ({ settings }, _caller, { text, was }) => {
    settings.rewrite(text, was)
    return settings.current()
  },
  listConnectable: async ({ connections }) => ({ items: await connections.list() }),
  connectClient: async ({ connections }, _caller, { client, plan }) => ({
    client,
    file: await connections.connect(client, plan),
  }),
  simulate,
  startReplay: ({ replays }, caller, order) => replays.start(caller, order),
  listReplays: ({ replays }, caller) => ({ items: replays.list(caller) }),
  getReplay: ({ replays }, caller, { id }) => replays.report(caller, id),
  stopReplay: ({ replays }, caller, { id }) => replays.stop(caller, id),
  getCapture,
  pauseCapture,
  resumeCapture,
  listImportable: ({ connections }, _caller, { project }) => connections.importable(project),
  planImport: ({ connections }, _caller, input) => connections.planImport(input),
  importServers: ({ connections }, _caller, input) => connections.importServers(input),
  getDemo: ({ demo }) => demo.state(),
  playDemo: ({ demo }, _caller, input) => demo.play(input),
  stopDemo: ({ demo }) => demo.stop(),
  getViewing: ({ viewing }) => ({ viewing: viewing?.state ?? null }),
  getTransfer: ({ transfers }, caller, { id }) => transfers.progress(caller.client, id),
  listClients: async ({ store }) => ({ items: await store.read.clients(null) }),
}
