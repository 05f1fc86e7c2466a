import { queryOptions } from '@tanstack/react-query'
import type { OperationOutput } from '../../shared/contract.ts'
import type { ApiClient } from './client.ts'

type Seen = OperationOutput<'listCoverage'>['items'][number]

interface Waiting {
  readonly id: string
  readonly resolve: (seen: Seen | null) => void
  readonly reject: (error: unknown) => void
}

/** The rows of a screen ask one by one and are answered together. */
const COMPANY_MS = 20
const MOST = 100

const waiting = new WeakMap<ApiClient, Waiting[]>()

function ask(client: ApiClient, id: string): Promise<Seen | null> {
  return new Promise((resolve, reject) => {
    const list = waiting.get(client) ?? []
    if (list.push({ id, resolve, reject }) === 1) setTimeout(() => answer(client), COMPANY_MS)
    waiting.set(client, list)
  })
}

function answer(client: ApiClient): void {
  const list = waiting.get(client) ?? []
  waiting.delete(client)
  for (let at = 0; at < list.length; at += MOST) void answerTogether(client, list.slice(at, at + MOST))
}

async function answerTogether(client: ApiClient, list: readonly Waiting[]): Promise<void> {
  try {
    const ids = [...new Set(list.map(({ id }) => id))].join(',')
    const { items } = await client.call('listCoverage', { ids })
    const byId = new Map(items.map((item) => [item.id, item]))
    for (const { id, resolve } of list) resolve(byId.get(id) ?? null)
  } catch (error) {
    for (const { reject } of list) reject(error)
  }
}

/** What the agent has seen of an entry, as small as a row can show it; null where the entry is not known any more. */
export const coverageQuery = (client: ApiClient, entry: string) =>
  queryOptions({
    queryKey: ['coverage', entry],
    queryFn: () => ask(client, entry),
    staleTime: Infinity,
    gcTime: 60_000,
  })
