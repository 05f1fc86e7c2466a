import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { PAGE_CSP } from '../../shared/csp.ts'
import { SpillwayError } from '../../shared/errors.ts'

/** The app's own files, for a browser. The same build is shown in the desktop window. */
export function page(folder: string): Hono {
  const app = new Hono()
  app.use('*', async (c, next) => {
    await next()
    c.header('content-security-policy', PAGE_CSP)
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'no-referrer')
    c.header('cross-origin-opener-policy', 'same-origin')
    c.header(
      'cache-control',
      c.req.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    )
  })
  app.get('*', serveStatic({ root: folder }))
  app.get('/', () => {
    throw new SpillwayError(
      'unavailable',
      'The app has not been built.',
      'Run `npm run build`; the API works without it.',
    )
  })
  return app
}
