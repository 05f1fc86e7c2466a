import type { IncomingHttpHeaders } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { HEADER } from '../../shared/names.ts'
import type { Caller, Services } from '../operations/services.ts'
import type { Authenticator, Principal } from './authenticate.ts'
import type { PageLogin } from './page-login.ts'
import type { OwnAddress } from './own-address.ts'

/** What the routes are made of. */
export interface HttpParts {
  readonly services: Services
  readonly authenticator: Authenticator
  readonly login: PageLogin
  readonly address: OwnAddress
  readonly adminToken: string
}

export interface Env {
  Bindings: HttpBindings
  Variables: { principal: Principal }
}

/** Header values are bytes; a folder's name may need more, so it comes percent-encoded. */
export function decodeHeader(value: string | string[] | undefined): string | null {
  if (typeof value !== 'string' || value === '') return null
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Who asks, from the token and from headers of ours. */
export function callerOf(c: Context<Env>, services?: Services): Caller {
  const caller = callerFrom(c.get('principal'), c.env.incoming.headers)
  // Nothing is written down about a recording that is only looked at.
  return services?.viewing ? { ...caller, viewing: true } : caller
}

export function callerFrom({ client, name }: Principal, headers: IncomingHttpHeaders): Caller {
  return {
    client,
    clientName: name,
    session: decodeHeader(headers[HEADER.session]),
    projectPath: decodeHeader(headers[HEADER.project]),
    viewing: headers[HEADER.view] === '1',
  }
}
