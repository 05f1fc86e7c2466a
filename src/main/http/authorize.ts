import { getCookie } from 'hono/cookie'
import type { MiddlewareHandler } from 'hono'
import { HEADER } from '../../shared/names.ts'
import type { Authenticator } from './authenticate.ts'
import type { Env } from './context.ts'
import { COOKIE } from './page-login.ts'

/** Lets a request on with its principal. @throws SpillwayError `unauthorized` */
export function requirePrincipal(authenticator: Authenticator): MiddlewareHandler<Env> {
  return async (c, next) => {
    const principal = await authenticator.authenticate({
      authorization: c.req.header('authorization'),
      cookie: getCookie(c, COOKIE),
      key: c.req.header(HEADER.key),
    })
    c.set('principal', principal)
    await next()
  }
}
