import { isObject } from '../rpc/message.ts'
import type { Params } from '../rpc/message.ts'

/** What revision 2026-07-28 says in every request instead of once in a handshake. */
export const MODERN_VERSION = '2026-07-28'

export const META_KEY = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  logLevel: 'io.modelcontextprotocol/logLevel',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscription: 'io.modelcontextprotocol/subscriptionId',
} as const

const OURS: ReadonlySet<string> = new Set(Object.values(META_KEY))

export interface Identity {
  clientInfo: Record<string, unknown>
  clientCapabilities: Record<string, unknown>
  logLevel?: string | null
}

/** `params` with the envelope of this hop; every other `_meta` member stays. */
export function withEnvelope(params: Params | undefined, identity: Identity): Params {
  const meta = isObject(params?.['_meta']) ? params['_meta'] : {}
  const envelope = {
    [META_KEY.protocolVersion]: MODERN_VERSION,
    [META_KEY.clientInfo]: identity.clientInfo,
    [META_KEY.clientCapabilities]: identity.clientCapabilities,
    ...(typeof identity.logLevel === 'string' && { [META_KEY.logLevel]: identity.logLevel }),
  }
  return { ...params, _meta: { ...meta, ...envelope } }
}

/** `params` as an older server knows them: without the envelope that a newer client put there. */
export function withoutEnvelope(params: Params | undefined): Params | undefined {
  const meta = params?.['_meta']
  if (!isObject(meta)) return params
  const keys = Object.keys(meta)
  const kept = keys.filter((key) => !OURS.has(key))
  return kept.length === keys.length
    ? params
    : { ...params, _meta: Object.fromEntries(kept.map((key) => [key, meta[key]])) }
}

/** A result as every revision knows it: without what says whose it is and that it is complete, which each hop says anew. */
export function withoutStamp(result: unknown): unknown {
  if (!isObject(result) || result['resultType'] !== 'complete') return result
  const { resultType: _complete, ...rest } = result
  const bare = withoutEnvelope(rest)
  if (!isObject(bare?.['_meta']) || Object.keys(bare['_meta']).length > 0) return bare
  const { _meta: _empty, ...unstamped } = bare
  return unstamped
}

/** The version that an enveloped request claims; null where there is no envelope. */
export function claimedVersion(params: Params | undefined): string | null {
  const meta = params?.['_meta']
  const version = isObject(meta) ? meta[META_KEY.protocolVersion] : undefined
  return typeof version === 'string' ? version : null
}
