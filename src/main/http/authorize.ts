import type { IncomingHttpHeaders } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { parse } from 'hono/utils/cookie'
import { HEADER } from '../../shared/names.ts'
import type { Authenticator, Credentials } from './authenticate.ts'
import type { Env } from './context.ts'
import { COOKIE } from './page-login.ts'

/** Lets a request on with its principal. @throws SpillwayError `unauthorized` */
export function requirePrincipal(authenticator: Authenticator): MiddlewareHandler<Env> {
  return async (c, next) => {
    c.set('principal', await authenticator.authenticate(credentialsIn(c.env.incoming.headers)))
    await next()
  }
}

export function credentialsIn(headers: IncomingHttpHeaders): Credentials {
  const { authorization, cookie } = headers
  const key = headers[HEADER.key]
  return {
    authorization,
    cookie: cookie === undefined ? undefined : parse(cookie, COOKIE)[COOKIE],
    key: typeof key === 'string' ? key : undefined,
  }
}
