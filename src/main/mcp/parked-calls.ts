import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Exchange } from './answer.ts'
import { type ModernRequest, ParkedCall, type Work } from './parked-call.ts'

const PREFIX = 'spillway'
const MAC_BYTES = 32

/**
 * Calls that wait for an answer of a 2026-07-28 client. Such a client cannot be asked while its call is under way: it gets the
 * question as a result and asks again with the answer. Meanwhile the call to an older upstream stays where it is, under a signed state
 * that only the same client can use.
 */
export class ParkedCalls {
  readonly #key = randomBytes(MAC_BYTES)
  readonly #calls = new Map<string, ParkedCall>()

  /**
   * Runs a request, or goes on with the parked one that it answers.
   * @returns the result, or what the client must answer first
   */
  run(request: ModernRequest, exchange: Exchange, work: Work): Promise<Record<string, unknown>> {
    const { client, params } = request
    const call = this.#find(client, params['requestState']) ?? new ParkedCall(request, work)
    return call.next(params, exchange, () => {
      const id = randomBytes(MAC_BYTES / 2).toString('base64url')
      this.#calls.set(id, call)
      return {
        state: [PREFIX, id, this.#mac(client, id)].join('.'),
        forget: () => this.#calls.delete(id),
      }
    })
  }

  /** Null where the state is not of our making: it is the upstream's then. @throws ProtocolError where it is, but no longer good */
  #find(client: string, state: unknown): ParkedCall | null {
    const [prefix, id, mac] = typeof state === 'string' ? state.split('.') : []
    if (prefix !== PREFIX || id === undefined || mac === undefined) return null
    // An upstream may be a Spillway too, whose states look the same.
    const [expected, given] = [Buffer.from(this.#mac(client, id)), Buffer.from(mac)]
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
    const call = this.#calls.get(id)
    // Each state is good for one answer.
    this.#calls.delete(id)
    if (call) return call
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState', {
      reason: 'invalid_request_state',
    })
  }

  #mac(client: string, id: string): string {
    return createHmac('sha256', this.#key).update(`${client}\0${id}`).digest('base64url')
  }
}
