import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectionClosed, ErrorCode, RpcError, isObject } from '../rpc/message.ts'
import type { Peer } from '../rpc/peer.ts'
import { HttpError } from './http-errors.ts'
import { META_KEY, MODERN_VERSION, withEnvelope } from './modern.ts'
import type { Identity } from './modern.ts'

export type Era = 'modern' | 'legacy'

/** What a server said of itself, raw. */
export interface Handshake {
  readonly protocolVersion: string
  readonly era: Era
  readonly serverInfo: Record<string, unknown>
  readonly capabilities: Record<string, unknown>
  readonly instructions: string | null
}

export interface HandshakeOptions {
  transport: 'stdio' | 'http'
  identity: Identity
  /** What an earlier connection to the same server found, so that it is not asked again. */
  knownEra: Era | null
  timeoutMs: number
  signal: AbortSignal
  /** How long a stdio server may stay silent to the newer greeting before it gets the older one. */
  probeMs?: number
}

/** Newest first; the first one is offered. */
const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
const PROBE_MS = 5_000

/** The server ended itself at a greeting it did not know: start it again and greet it the older way. */
export class DiedOfProbe extends ConnectionClosed {}

/**
 * Agrees on a protocol revision: `server/discover` first, and `initialize` where the server does not know it.
 * @throws DiedOfProbe; RpcError, HttpError, RequestTimeout or ConnectionClosed where neither worked
 */
export async function handshake(peer: Peer, options: HandshakeOptions): Promise<Handshake> {
  if (options.knownEra === 'legacy') return initialize(peer, options)
  const probe = discover(peer, options)
  if (options.transport === 'http') return (await probe) ?? initialize(peer, options)
  return silentProof(peer, probe, options)
}

/**
 * On a pipe silence is no outage: some older servers ignore what comes before `initialize`. They get it after
 * a while, and whichever greeting is answered counts, because the other kind of silent server is only slow.
 */
async function silentProof(
  peer: Peer,
  probe: Promise<Handshake | null>,
  options: HandshakeOptions,
): Promise<Handshake> {
  const patience = new AbortController()
  const silence = sleep(options.probeMs ?? PROBE_MS, 'silent' as const, { signal: patience.signal })
  const first = await Promise.race([probe, silence]).finally(() => patience.abort())
  if (first === null) return initialize(peer, options)
  if (first !== 'silent') return first
  const older = initialize(peer, options)
  const newer = probe.then((found) => found ?? older)
  return Promise.any([older, newer]).catch(() => older)
}

/** Null where the server is an older one. */
async function discover(peer: Peer, options: HandshakeOptions): Promise<Handshake | null> {
  const { identity, timeoutMs, signal } = options
  try {
    const result = await peer.request('server/discover', withEnvelope({}, identity), { timeoutMs, signal })
    const versions = isObject(result) ? result['supportedVersions'] : undefined
    if (!isObject(result) || !Array.isArray(versions) || !versions.includes(MODERN_VERSION)) return null
    const meta = isObject(result['_meta']) ? result['_meta'] : {}
    peer.setProtocolVersion(MODERN_VERSION)
    return describe(MODERN_VERSION, 'modern', result, meta[META_KEY.serverInfo])
  } catch (error) {
    if (isOlderServer(error)) return null
    if (error instanceof ConnectionClosed && options.transport === 'stdio') throw new DiedOfProbe()
    throw error
  }
}

function isOlderServer(error: unknown): boolean {
  if (error instanceof RpcError) {
    // A server that only lists revisions we do not know is newer than us, not older.
    const supported = isObject(error.data) ? error.data['supported'] : undefined
    if (error.code !== ErrorCode.unsupportedVersion || !Array.isArray(supported)) return true
    return supported.some((version) => typeof version === 'string' && version < MODERN_VERSION)
  }
  // Not a word about revisions: a missing key (401, 403) and an outage (5xx) are what they are.
  return (
    error instanceof HttpError &&
    error.status >= 400 &&
    error.status < 500 &&
    ![401, 403].includes(error.status)
  )
}

async function initialize(peer: Peer, options: HandshakeOptions): Promise<Handshake> {
  const { identity, timeoutMs, signal } = options
  const [protocolVersion] = LEGACY_VERSIONS
  const params = {
    protocolVersion,
    capabilities: identity.clientCapabilities,
    clientInfo: identity.clientInfo,
  }
  const result = await peer.request('initialize', params, { timeoutMs, signal })
  const version = isObject(result) ? result['protocolVersion'] : undefined
  if (!isObject(result) || typeof version !== 'string' || !LEGACY_VERSIONS.includes(version))
    throw new Error(`the server speaks protocol revision ${String(version)}, which Spillway does not know`)
  peer.setProtocolVersion(version)
  await peer.notify('notifications/initialized')
  return describe(version, 'legacy', result, result['serverInfo'])
}

function describe(
  version: string,
  era: Era,
  result: Record<string, unknown>,
  serverInfo: unknown,
): Handshake {
  const { capabilities, instructions } = result
  return {
    protocolVersion: version,
    era,
    serverInfo: isObject(serverInfo) ? serverInfo : {},
    capabilities: isObject(capabilities) ? capabilities : {},
    instructions: typeof instructions === 'string' ? instructions : null,
  }
}
