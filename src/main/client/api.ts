import { contract } from '../../shared/contract.ts'
import type { OperationInput, OperationName, OperationOutput } from '../../shared/contract.ts'
import { SpillwayError } from '../../shared/errors.ts'
import { readRefusal } from './refusal.ts'

/** Where an API is and who asks: a daemon's address, or its `url` with a client's own token. */
export interface ApiTarget {
  readonly url: string
  readonly token: string
  /** Sent with every request, such as those of `HEADER`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Every operation of the contract as a function. They throw `SpillwayError` with the daemon's code. */
export type ApiClient = {
  readonly [N in OperationName]: (input: OperationInput<N>) => Promise<OperationOutput<N>>
}

export function apiClient(target: ApiTarget): ApiClient {
  const names = Object.keys(contract) as OperationName[]
  const methods = names.map((name) => [name, (input: object) => callOperation(target, name, input)])
  return Object.fromEntries(methods) as ApiClient
}

async function callOperation(target: ApiTarget, name: OperationName, input: object): Promise<unknown> {
  const { method, output } = contract[name]
  const { path, fields } = fillPath(contract[name].path, input)
  const url = new URL(`/api/v1${path}`, target.url)
  const headers: Record<string, string> = { ...target.headers, authorization: `Bearer ${target.token}` }
  const init: RequestInit = { method, headers, redirect: 'error' }
  if (method === 'GET' || method === 'DELETE') {
    for (const [key, value] of fields) url.searchParams.set(key, String(value))
  } else {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(Object.fromEntries(fields))
  }
  return parseReply(output, await readReply(await send(url, init)))
}

/** Puts the fields that the path names into it; the others are left for the query or the body. */
function fillPath(template: string, input: object): { path: string; fields: [string, unknown][] } {
  const given = new Map<string, unknown>(Object.entries(input).filter(([, value]) => value !== undefined))
  const path = template.replaceAll(/:(\w+)/g, (_, key: string) => {
    const value = given.get(key)
    given.delete(key)
    return encodeURIComponent(String(value))
  })
  return { path, fields: [...given] }
}

async function send(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    const cause = (error as Error).cause
    const reason = cause instanceof Error ? cause.message : String(error)
    throw new SpillwayError('unavailable', `The daemon at ${url.origin} does not answer: ${reason}.`)
  }
}

async function readReply(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return body
  throw (
    readRefusal(body) ??
    new SpillwayError('internal', `The daemon answered ${response.status} without saying why.`)
  )
}

function parseReply(schema: (typeof contract)[OperationName]['output'], body: unknown): unknown {
  const reply = schema.safeParse(body)
  if (reply.success) return reply.data
  throw new SpillwayError(
    'internal',
    'The daemon answered in a form that this version does not know.',
    'Restart the daemon so that both are of one version.',
  )
}
