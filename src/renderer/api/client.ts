import { contract } from '../../shared/contract.ts'
import type { OperationInput, OperationName, OperationOutput } from '../../shared/contract.ts'
import { HEADER } from '../../shared/names.ts'
import { address } from './address.ts'
import { failureOf, unreachable } from './failure.ts'

const BASE = '/api/v1'

/** The page's own daemon, typed by the contract. */
export interface ApiClient {
  /** @throws {ApiFailure} on any answer but success, and where no answer came. */
  call<N extends OperationName>(
    name: N,
    input: OperationInput<N>,
    signal?: AbortSignal,
  ): Promise<OperationOutput<N>>
  /** A raw response, for streams and bytes; `path` is below `/api/v1`. @throws {ApiFailure} */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

/** `credentials` gives the headers that prove who asks; none in the desktop app, whose main process adds them. */
export function createClient(credentials: () => Readonly<Record<string, string>>): ApiClient {
  const request: ApiClient['fetch'] = async (path, init = {}) => {
    // A person looks: what the app reads is not metered as an agent's.
    const headers = { [HEADER.view]: '1', ...credentials(), ...(init.headers as Record<string, string>) }
    let response: Response
    try {
      response = await fetch(BASE + path, { ...init, headers })
    } catch (error) {
      if (init.signal?.aborted === true) throw error
      throw unreachable()
    }
    if (!response.ok) throw await failureOf(response)
    return response
  }

  return {
    fetch: request,
    async call(name, input, signal) {
      const { path, body } = address(contract[name], input)
      const response = await request(path, {
        method: contract[name].method,
        ...(signal && { signal }),
        ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
      })
      return response.json() as Promise<never>
    },
  }
}
