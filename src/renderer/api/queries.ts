import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { OperationInput } from '../../shared/contract.ts'
import type { ApiClient } from './client.ts'

/** Keys and fetchers of all server state, in one place so that what goes stale can be named. */
export const queries = {
  stats: (client: ApiClient) =>
    queryOptions({ queryKey: ['stats'], queryFn: ({ signal }) => client.call('stats', {}, signal) }),

  series: (client: ApiClient, input: OperationInput<'statsSeries'> = {}) =>
    queryOptions({
      queryKey: ['series', input],
      queryFn: ({ signal }) => client.call('statsSeries', input, signal),
    }),

  /** Its figures are of calls that were made: new ones make it stale, but nobody waits for them here. */
  simulation: (client: ApiClient, input: OperationInput<'simulate'>, transfer: string) =>
    queryOptions({
      queryKey: ['simulation', input],
      queryFn: ({ signal }) => client.call('simulate', { ...input, transfer }, signal),
      staleTime: 60_000,
    }),

  /** How far something is that was started under this name. Not begun, or over: null. */
  transfer: (client: ApiClient, id: string) =>
    queryOptions({
      queryKey: ['transfer', id],
      queryFn: ({ signal }) => client.call('getTransfer', { id }, signal).catch(() => null),
      refetchInterval: 300,
      gcTime: 0,
    }),

  upstreams: (client: ApiClient) =>
    queryOptions({
      queryKey: ['upstreams'],
      queryFn: ({ signal }) => client.call('listUpstreams', {}, signal),
    }),

  upstreamTools: (client: ApiClient, name: string) =>
    queryOptions({
      queryKey: ['upstream-tools', name],
      queryFn: ({ signal }) => client.call('listUpstreamTools', { name }, signal),
    }),

  /** What a server writes to its log is no event: while someone looks, it is asked for. */
  upstreamLog: (client: ApiClient, name: string) =>
    queryOptions({
      queryKey: ['upstream-log', name],
      queryFn: ({ signal }) => client.call('getUpstreamLog', { name }, signal),
      refetchInterval: 1_500,
      staleTime: 0,
    }),

  config: (client: ApiClient) =>
    queryOptions({ queryKey: ['config'], queryFn: ({ signal }) => client.call('getConfig', {}, signal) }),

  capture: (client: ApiClient) =>
    queryOptions({ queryKey: ['capture'], queryFn: ({ signal }) => client.call('getCapture', {}, signal) }),

  /** Its steps are the timeline's events; how many are to come is no event, so it is asked while it plays. */
  demo: (client: ApiClient) =>
    queryOptions({
      queryKey: ['demo'],
      queryFn: ({ signal }) => client.call('getDemo', {}, signal),
      refetchInterval: ({ state }) => (state.data?.state === 'playing' ? 700 : false),
      staleTime: Infinity,
    }),

  connectable: (client: ApiClient) =>
    queryOptions({
      queryKey: ['connectable'],
      queryFn: ({ signal }) => client.call('listConnectable', {}, signal),
      staleTime: 0,
    }),

  importable: (client: ApiClient, project: string) =>
    queryOptions({
      queryKey: ['importable', project],
      queryFn: ({ signal }) => client.call('listImportable', project === '' ? {} : { project }, signal),
      staleTime: 0,
    }),

  importPlan: (client: ApiClient, wanted: OperationInput<'planImport'>) =>
    queryOptions({
      queryKey: ['importable', 'plan', wanted],
      queryFn: ({ signal }) => client.call('planImport', wanted, signal),
      staleTime: 0,
      gcTime: 0,
    }),

  clients: (client: ApiClient) =>
    queryOptions({ queryKey: ['clients'], queryFn: ({ signal }) => client.call('listClients', {}, signal) }),

  /** No event tells how far a recording is that is being opened: while it is, it is asked for. */
  viewing: (client: ApiClient) =>
    queryOptions({
      queryKey: ['viewing'],
      queryFn: ({ signal }) => client.call('getViewing', {}, signal),
      staleTime: Infinity,
      refetchInterval: ({ state }) => (state.data?.viewing?.state === 'opening' ? 400 : false),
    }),

  confirmations: (client: ApiClient) =>
    queryOptions({
      queryKey: ['confirmations'],
      queryFn: ({ signal }) => client.call('listConfirmations', {}, signal),
    }),

  sessions: (client: ApiClient) =>
    infiniteQueryOptions({
      queryKey: ['sessions'],
      queryFn: ({ signal, pageParam }) =>
        client.call('listSessions', { limit: 200, ...(pageParam !== null && { cursor: pageParam }) }, signal),
      initialPageParam: null as string | null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),

  turn: (client: ApiClient, id: string) =>
    queryOptions({
      queryKey: ['turn', id],
      queryFn: ({ signal }) => client.call('getTurn', { id }, signal),
    }),

  lastTurns: (client: ApiClient) =>
    queryOptions({
      queryKey: ['turns', 'last'],
      queryFn: ({ signal }) => client.call('listTurns', { limit: 100 }, signal),
    }),

  compareTurns: (client: ApiClient, id: string, other: string) =>
    queryOptions({
      queryKey: ['replay', id, other],
      queryFn: ({ signal }) => client.call('compareTurns', { id, with: other }, signal),
    }),

  /** A turn or a whole session, told apart by the id. */
  replay: (client: ApiClient, id: string) =>
    queryOptions({
      queryKey: ['replay', id],
      queryFn: ({ signal }) =>
        client.call(id.startsWith('s_') ? 'replaySession' : 'replayTurn', { id }, signal),
    }),

  servedReplays: (client: ApiClient) =>
    queryOptions({
      queryKey: ['served-replays'],
      queryFn: ({ signal }) => client.call('listReplays', {}, signal),
    }),

  servedReplay: (client: ApiClient, id: string) =>
    queryOptions({
      queryKey: ['served-replay', id],
      queryFn: ({ signal }) => client.call('getReplay', { id }, signal),
    }),

  session: (client: ApiClient, id: string) =>
    queryOptions({
      queryKey: ['session', id],
      queryFn: ({ signal }) => client.call('getSession', { id }, signal),
    }),

  entries: (client: ApiClient, input: OperationInput<'listEntries'>) =>
    infiniteQueryOptions({
      queryKey: ['entries', input],
      queryFn: ({ signal, pageParam }) =>
        client.call(
          'listEntries',
          { ...input, limit: 200, ...(pageParam !== null && { cursor: pageParam }) },
          signal,
        ),
      initialPageParam: null as string | null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),

  notes: (client: ApiClient) =>
    queryOptions({
      queryKey: ['notes'],
      queryFn: ({ signal }) => client.call('listNotes', { all: true }, signal),
    }),

  /** One version of a note, with its text. */
  noteVersion: (client: ApiClient, { id, version }: { id: string; version: number }) =>
    queryOptions({
      queryKey: ['note-version', id, version],
      queryFn: async ({ signal }) => {
        const response = await client.fetch(`/entries/${encodeURIComponent(id)}/content`, { signal })
        return { version, text: await response.text() }
      },
      staleTime: Infinity,
    }),

  entryGroups: (client: ApiClient, input: OperationInput<'entryGroups'>) =>
    queryOptions({
      queryKey: ['entries', 'groups', input],
      queryFn: ({ signal }) => client.call('entryGroups', input, signal),
    }),

  search: (client: ApiClient, input: OperationInput<'search'>) =>
    queryOptions({
      queryKey: ['search', input],
      queryFn: ({ signal }) => client.call('search', input, signal),
      staleTime: 0,
    }),

  entry: (client: ApiClient, id: string) =>
    queryOptions({
      queryKey: ['entry', id],
      queryFn: ({ signal }) => client.call('getEntry', { id }, signal),
    }),

  call: (client: ApiClient, id: string) =>
    queryOptions({
      queryKey: ['call', id],
      queryFn: ({ signal }) => client.call('getCall', { id }, signal),
      staleTime: Infinity,
    }),

  /** Some entries by their ids, a hundred at most. */
  entriesById: (client: ApiClient, ids: readonly string[]) =>
    queryOptions({
      queryKey: ['entries', 'by-id', ids],
      queryFn: async ({ signal }) => {
        const { items } = await client.call('listEntries', { ids: ids.join(','), limit: 100 }, signal)
        return new Map(items.map((item) => [item.id, item]))
      },
    }),

  /** What a prune would take; asked again whenever it is shown. */
  pruneDryRun: (client: ApiClient, what: OperationInput<'prune'>) =>
    queryOptions({
      queryKey: ['prune', what],
      queryFn: ({ signal }) => client.call('prune', { ...what, dryRun: true }, signal),
      staleTime: 0,
      gcTime: 0,
    }),
}
