import { SpillwayError, ERROR_STATUS, toErrorBody } from '../../shared/errors.ts'
import { HEADER } from '../../shared/names.ts'

/** Where the API is and the token that opens it; the page never sees either. */
export interface ForwardTarget {
  readonly url: string
  readonly token: string
}

/** All that the page may say. Cookies, `Origin` and `Host` would mean something else to the daemon than to the page. */
const REQUEST_HEADERS = [
  'accept',
  'content-type',
  'if-match',
  'if-none-match',
  'if-range',
  'last-event-id',
  'range',
  HEADER.session,
  HEADER.project,
  HEADER.view,
]

/** These describe the connection to the daemon, not the reply; and the page has no use for cookies. */
const DROPPED_REPLY_HEADERS = ['connection', 'keep-alive', 'set-cookie', 'transfer-encoding']

/**
 * Sends the page's request to the daemon and streams the reply back, event streams and ranges included; an abort of
 * the page ends it. By Node's fetch: Chromium's six connections per host would freeze a window with several streams.
 * Where nobody answers, the reply is a 503 `unavailable` and `onFault` is called.
 */
export async function forwardToDaemon(
  request: Request,
  target: ForwardTarget | null,
  onFault: () => void,
): Promise<Response> {
  if (target === null) return unavailable('The daemon is not running.')
  try {
    return toPage(await fetch(toDaemon(request, target)))
  } catch (error) {
    if (request.signal.aborted) throw error
    onFault()
    return unavailable('The daemon does not answer.')
  }
}

function toDaemon(request: Request, target: ForwardTarget): Request {
  const { pathname, search } = new URL(request.url)
  const headers = new Headers({ authorization: `Bearer ${target.token}`, 'accept-encoding': 'identity' })
  for (const name of REQUEST_HEADERS) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const init: RequestInit & { duplex: 'half' } = {
    method: request.method,
    headers,
    body: request.body,
    // A body is sent while it is read: it may be larger than memory.
    duplex: 'half',
    // The token goes to the address that proved itself and to no other.
    redirect: 'error',
    signal: request.signal,
  }
  return new Request(new URL(pathname + search, target.url), init)
}

function toPage(reply: Response): Response {
  const headers = new Headers(reply.headers)
  for (const name of DROPPED_REPLY_HEADERS) headers.delete(name)
  return new Response(reply.body, { status: reply.status, statusText: reply.statusText, headers })
}

function unavailable(message: string): Response {
  const body = toErrorBody(
    new SpillwayError('unavailable', message, 'Restart it from the window or the tray.'),
  )
  return Response.json(body, { status: ERROR_STATUS.unavailable, headers: { 'cache-control': 'no-store' } })
}
