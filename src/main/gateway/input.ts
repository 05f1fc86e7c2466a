import { setTimeout as sleep } from 'node:timers/promises'
import { SpillwayError } from '../../shared/errors.ts'
import { isObject } from '../rpc/message.ts'
import type { Params } from '../rpc/message.ts'
import type { PeerForward } from './scope.ts'

const MAX_ROUNDS = 10
/** A server that only asks to be called again gets this much time first. */
const PACE_MS = 250

/**
 * Runs a request of revision 2026-07-28 for a client of an older one: a result that says `input_required` is
 * answered by asking the client, and the request sent again with what it said.
 */
export async function withInput(
  send: (params: Params | undefined) => Promise<unknown>,
  params: Params | undefined,
  forward: PeerForward,
  signal: AbortSignal,
): Promise<unknown> {
  let result = await send(params)
  for (let round = 0; isInputRequired(result); round++) {
    if (round === MAX_ROUNDS)
      throw new SpillwayError(
        'upstream_failed',
        `the server still asked for input after ${MAX_ROUNDS} rounds`,
      )
    const { inputRequests, requestState } = result
    const asked = isObject(inputRequests) ? Object.entries(inputRequests) : []
    if (asked.length === 0) await sleep(PACE_MS, undefined, { signal })
    const answers = await Promise.all(
      asked.map(async ([key, ask]) => [key, await forwardOne(ask, forward, signal)]),
    )
    result = await send({
      ...params,
      ...(answers.length > 0 && { inputResponses: Object.fromEntries(answers) as Params }),
      ...(requestState !== undefined && { requestState }),
    })
  }
  return result
}

interface InputRequired {
  resultType: 'input_required'
  inputRequests?: unknown
  requestState?: unknown
}
function isInputRequired(result: unknown): result is InputRequired {
  return isObject(result) && result['resultType'] === 'input_required'
}

function forwardOne(ask: unknown, forward: PeerForward, signal: AbortSignal): Promise<unknown> {
  const { method, params } = isObject(ask) ? ask : {}
  if (typeof method !== 'string')
    throw new SpillwayError('upstream_failed', 'the server asked for input without a method')
  return forward.request(method, isObject(params) ? params : undefined, signal)
}
