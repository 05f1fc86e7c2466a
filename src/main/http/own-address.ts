import type { MiddlewareHandler } from 'hono'
import { SpillwayError } from '../../shared/errors.ts'

/** The names under which this daemon is reached. A page elsewhere that rebinds its own name to loopback is none of them. */
export interface OwnAddress {
  readonly hosts: ReadonlySet<string>
  readonly origins: ReadonlySet<string>
}

/** @param remoteHost set only where the user asked for remote access by name */
export function ownAddress(port: number, remoteHost: string | null): OwnAddress {
  const names = ['127.0.0.1', 'localhost', '[::1]', ...(remoteHost === null ? [] : [remoteHost])]
  const hosts = names.map((name) => `${name}:${port}`)
  return { hosts: new Set(hosts), origins: new Set(hosts.map((host) => `http://${host}`)) }
}

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
