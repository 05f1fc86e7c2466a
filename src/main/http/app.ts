import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { SpillwayError, toErrorBody } from '../../shared/errors.ts'
import { api } from './api.ts'
import type { Env, HttpParts } from './context.ts'
import { loginCallback } from './login-callback.ts'
import { guardAddress } from './own-address.ts'
import { page } from './page.ts'
import { refusalOf } from './refusal.ts'

/** Everything that the daemon serves over HTTP, but for `/mcp` (see `mcpRoute`). */
export function httpApp(parts: HttpParts & { pageFolder: string }): Hono<Env> {
  const app = new Hono<Env>()
  app.use('*', guardAddress(parts.address))
  app.onError((error, c) => {
    // Nobody is left to read an answer, and a client that goes away is no fault of ours.
    if ('code' in error && error.code === 'ECONNRESET') return c.body(null, 400)
    const { status, body, headers } = refusalOf(error)
    if (!(error instanceof SpillwayError))
      parts.services.log.error({ path: c.req.path, reason: error.stack ?? String(error) }, 'a request failed')
    return c.json(body, status as ContentfulStatusCode, { ...headers })
  })
  app.route('/api/v1', api(parts))
  app.route('/', loginCallback(parts))
  app.route('/', page(parts.pageFolder))
  app.notFound((c) => c.json(toErrorBody(new SpillwayError('not_found', `There is no ${c.req.path}.`)), 404))
  return app
}
