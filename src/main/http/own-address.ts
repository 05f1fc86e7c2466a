import { hostname, networkInterfaces } from 'node:os'
import type { MiddlewareHandler } from 'hono'
import { SpillwayError } from '../../shared/errors.ts'

/** The names under which this daemon is reached. A page elsewhere that rebinds its own name to loopback is none of them. */
export interface OwnAddress {
  readonly hosts: Names
  readonly origins: Names
}

interface Names {
  has(name: string): boolean
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']
/** They stand for every address of this machine. */
const WILDCARDS = new Set(['0.0.0.0', '::'])

/** @param remoteHost set only where the user asked for remote access by name */
export function ownAddress(port: number, remoteHost: string | null): OwnAddress {
  const fixed = new Set([...LOOPBACK, ...(remoteHost === null ? [] : [inUrl(remoteHost)])])
  const isOwn = (name: string) =>
    fixed.has(name) || (remoteHost !== null && WILDCARDS.has(remoteHost) && ofThisMachine().has(name))
  const end = `:${port}`
  const hosts = { has: (host: string) => host.endsWith(end) && isOwn(host.slice(0, -end.length)) }
  const scheme = 'http://'
  const origins = {
    has: (origin: string) => origin.startsWith(scheme) && hosts.has(origin.slice(scheme.length)),
  }
  return { hosts, origins }
}

/** Where a daemon that listens on `host` is reached from this machine: as it stands in a URL. */
export const ownHost = (host: string): string => (WILDCARDS.has(host) ? '127.0.0.1' : inUrl(host))

const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host.toLowerCase())

/** Asked anew each time: a laptop gets other addresses on its way. No other name: one that can be rebound is not ours. */
const ofThisMachine = (): ReadonlySet<string> =>
  new Set([
    hostname().toLowerCase(),
    ...Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => inUrl(address)) ?? []),
  ])

/** @throws SpillwayError `forbidden_host`, `forbidden_origin` */
export function assertOwn(address: OwnAddress, host: string | undefined, origin: string | undefined): void {
  if (host === undefined || !address.hosts.has(host.toLowerCase()))
    throw new SpillwayError(
      'forbidden_host',
      `${host ?? 'No host'} is not a name of this daemon.`,
      'Use 127.0.0.1 with the port.',
    )
  if (origin !== undefined && !address.origins.has(origin.toLowerCase()))
    throw new SpillwayError('forbidden_origin', `Pages of ${origin} may not use this daemon.`)
}

/** The first thing that happens to every request. */
export function guardAddress(address: OwnAddress): MiddlewareHandler {
  return async (c, next) => {
    assertOwn(address, c.req.header('host'), c.req.header('origin'))
    await next()
  }
}
