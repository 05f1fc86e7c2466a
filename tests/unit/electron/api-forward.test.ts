import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { forwardToDaemon } from '../../../src/main/electron/api-forward.ts'
import { errorBody } from '../../../src/shared/error-body.ts'

const servers: Server[] = []

async function serve(listener: RequestListener): Promise<{ url: string; token: string }> {
  const server = createServer(listener)
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'secret' }
}

const page = (path: string, init?: RequestInit) => new Request(`app://spillway${path}`, init)
const unwanted = () => expect.unreachable('no fault was expected')

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

it('adds the token and passes on path, query, method, range and our own headers', async () => {
  const seen: IncomingMessage[] = []
  const target = await serve((request, response) => {
    seen.push(request)
    response.writeHead(206, { 'content-range': 'bytes 1-2/4' }).end('bc')
  })
  const headers = { range: 'bytes=1-2', 'spillway-view': '1' }
  const reply = await forwardToDaemon(page('/api/v1/entries/e?x=%20y', { headers }), target, unwanted)
  expect(reply.status).toBe(206)
  expect(reply.headers.get('content-range')).toBe('bytes 1-2/4')
  expect(await reply.text()).toBe('bc')
  expect(seen[0]?.url).toBe('/api/v1/entries/e?x=%20y')
  expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer secret', ...headers })
})

it('never passes on cookies, a foreign authorization or an origin, nor sets a cookie', async () => {
  const seen: IncomingMessage[] = []
  const target = await serve((request, response) => {
    seen.push(request)
    response.writeHead(200, { 'set-cookie': 'session=1' }).end()
  })
  const request = page('/api/v1/stats')
  for (const [name, value] of Object.entries({
    cookie: 'a=1',
    authorization: 'Bearer x',
    origin: 'http://evil',
  }))
    request.headers.set(name, value)
  const reply = await forwardToDaemon(request, target, unwanted)
  expect(reply.headers.has('set-cookie')).toBe(false)
  expect(seen[0]?.headers['cookie']).toBeUndefined()
  expect(seen[0]?.headers['origin']).toBeUndefined()
  expect(seen[0]?.headers.authorization).toBe('Bearer secret')
})

it('streams a large body up without holding it whole', async () => {
  let received = 0
  const target = await serve((request, response) => {
    request.on('data', (chunk: Buffer) => (received += chunk.length))
    request.on('end', () => response.end('ok'))
  })
  const piece = new Uint8Array(1_048_576)
  let left = 16
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left-- > 0) controller.enqueue(piece)
      else controller.close()
    },
  })
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  const reply = await forwardToDaemon(page('/api/v1/offload', init), target, unwanted)
  expect(await reply.text()).toBe('ok')
  expect(received).toBe(16 * 1_048_576)
})

it('streams events as they come, and ends the stream when the page leaves it', async () => {
  let closed = false
  const target = await serve((request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('id: 1\ndata: {}\n\n')
    request.on('close', () => (closed = true))
  })
  const leave = new AbortController()
  const request = page('/api/v1/events/stream', { signal: leave.signal })
  const reply = await forwardToDaemon(request, target, unwanted)
  const first = await reply.body?.getReader().read()
  expect(new TextDecoder().decode(first?.value)).toBe('id: 1\ndata: {}\n\n')
  leave.abort()
  await vi.waitFor(() => expect(closed).toBe(true))
})

it('answers 503 unavailable where no daemon is up', async () => {
  const reply = await forwardToDaemon(page('/api/v1/stats'), null, unwanted)
  expect(reply.status).toBe(503)
  expect(errorBody.parse(await reply.json()).error.code).toBe('unavailable')
})

it('answers 503 and reports the fault where the daemon is gone', async () => {
  const target = await serve(() => {})
  servers.splice(0).forEach((server) => server.close())
  await sleep(10)
  const onFault = vi.fn<() => void>()
  const reply = await forwardToDaemon(page('/api/v1/stats'), target, onFault)
  expect(reply.status).toBe(503)
  expect(onFault).toHaveBeenCalledOnce()
})

it('follows no redirect, so that the token stays with the daemon', async () => {
  const stranger = vi.fn<RequestListener>((_, response) => response.end())
  const elsewhere = await serve(stranger)
  const target = await serve((_, response) => response.writeHead(307, { location: elsewhere.url }).end())
  const reply = await forwardToDaemon(page('/api/v1/stats'), target, () => {})
  expect(reply.status).toBe(503)
  expect(stranger).not.toHaveBeenCalled()
})
