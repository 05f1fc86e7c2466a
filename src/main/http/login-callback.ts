import { Hono } from 'hono'
import { LOGIN_CALLBACK } from '../gateway/oauth/logins.ts'
import type { Env, HttpParts } from './context.ts'

/**
 * Where a browser comes back to from the login of a server. Public: whoever opens it must know the state of a login that was begun
 * here, and gets nothing but the server's name.
 */
export function loginCallback({ services }: HttpParts): Hono<Env> {
  const app = new Hono<Env>()
  app.get(LOGIN_CALLBACK, async (c) => {
    const server = await services.upstreams.finishLogin(new URL(c.req.url).searchParams)
    c.header('cache-control', 'no-store')
    c.header('referrer-policy', 'no-referrer')
    return c.text(`Spillway is logged in to ${server}. You can close this page.`)
  })
  return app
}
