import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { setCookie } from 'hono/cookie'
import type { z } from 'zod'
import { contract, type OperationName } from '../../shared/contract.ts'
import { SpillwayError } from '../../shared/errors.ts'
import { APP_NAME } from '../../shared/names.ts'
import { operations } from '../operations/registry.ts'
import { type Asked, type Caller, isAdmin, type Services } from '../operations/services.ts'
import { requirePrincipal } from './authorize.ts'
import { readJson } from './body.ts'
import { content } from './content.ts'
import { callerOf, type Env, type HttpParts } from './context.ts'
import { eventStream } from './event-stream.ts'
import { openapi } from './openapi.ts'
import { COOKIE } from './page-login.ts'
import { offloadBody } from './offload-body.ts'
import { parseInput } from './parse-input.ts'
import { assertWritable } from './read-only.ts'
import { exportFile, importFile } from './share.ts'
import { prove } from './tokens.ts'

type Call = (services: Services, caller: Caller, input: unknown, asked: Asked) => unknown

/** `/api/v1`: a route for each operation of the contract, and the few that carry something else than JSON. */
export function api(parts: HttpParts): Hono<Env> {
  const app = new Hono<Env>()
  const signedIn = requirePrincipal(parts.authenticator)
  const writable: MiddlewareHandler<Env> = (c, next) => {
    assertWritable(parts.services, c.req.method)
    return next()
  }

  app.get('/health', (c) => {
    const { challenge } = parse('health', c.req.query())
    const proof = challenge === undefined ? {} : { proof: prove(parts.adminToken, challenge) }
    const { version, config } = parts.services
    const { paused, exclude } = config().capture
    const capture = paused ? 'paused' : exclude.length > 0 ? 'partly' : 'on'
    return c.json({ name: APP_NAME, version, status: 'ok', capture, ...proof })
  })
  app.post('/login', async (c) => {
    const { cookie, key, maxAgeSeconds } = parts.login.redeem(parse('login', await readJson(c)).code)
    setCookie(c, COOKIE, cookie, { httpOnly: true, sameSite: 'Strict', path: '/', maxAge: maxAgeSeconds })
    return c.json({ key })
  })
  app.get('/openapi.json', (c) => c.json(openapi(parts.services.version)))

  app.get('/events/stream', signedIn, (c) => eventStream(c, parts.services))
  app.on(['GET', 'HEAD'], '/entries/:id/content', signedIn, (c) => content(c, parts.services))
  app.get('/export', signedIn, (c) => exportFile(c, parts.services))
  app.post('/import', signedIn, writable, (c) => importFile(c, parts.services))
  app.post('/offload', signedIn, writable, async (c, next) =>
    isJson(c) ? next() : c.json(await offloadBody(c, parts.services)),
  )

  for (const name of Object.keys(operations) as (keyof typeof operations)[]) {
    const { method, path, access } = contract[name]
    const run = operations[name] as Call
    app.on(method, path, signedIn, async (c) => {
      assertWritable(parts.services, method, name)
      const caller = callerOf(c, parts.services)
      if (access === 'admin' && !isAdmin(caller))
        throw new SpillwayError('forbidden', 'That is for the admin token alone.')
      const input = parse(name, { ...(await inputOf(c, method)), ...c.req.param() })
      return c.json((await run(parts.services, caller, input, c.req.raw)) as object)
    })
  }
  app.all('*', (c) => {
    throw new SpillwayError(
      'not_found',
      `There is no ${c.req.method} ${c.req.path}.`,
      'See /api/v1/openapi.json.',
    )
  })
  return app
}

const isJson = (c: Context) => !/^application\/octet-stream\b/i.test(c.req.header('content-type') ?? '')

const inputOf = async (c: Context, method: string): Promise<object> =>
  method === 'GET' || method === 'DELETE' ? c.req.query() : await readJson(c)

function parse<N extends OperationName>(name: N, input: unknown): z.output<(typeof contract)[N]['input']> {
  return parseInput(contract[name].input, input) as z.output<(typeof contract)[N]['input']>
}
