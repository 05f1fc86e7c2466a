import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitConnections, SERVER_LIMITS } from '../../../src/main/http/connection-limits.ts'

const PATIENCE = { firstByteMs: 300, bodyMs: 400 }

let server: Server
beforeAll(async () => {
  const limits = { headersTimeout: 400, connectionsCheckingInterval: 50 }
  server = createServer({ ...SERVER_LIMITS, ...limits })
  limitConnections(server, PATIENCE)
  server.on('request', (request, response) => {
    const answer = async () => {
      const body = await text(request)
      if (request.url === '/late') await new Promise((done) => setTimeout(done, 3 * PATIENCE.bodyMs))
      response.end(`${body.length} characters`)
    }
    answer().catch((error: unknown) => response.destroy(error as Error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** All that comes back on a connection until the server ends it. */
async function talk(speak: (socket: Socket) => void): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.setEncoding('utf8')
  let heard = ''
  socket.on('data', (piece) => (heard += String(piece)))
  socket.on('error', () => {
    // Seen as the end that follows.
  })
  speak(socket)
  await once(socket, 'close')
  return heard
}

/** Says one piece after the other, `ms` apart. */
const slowly = (ms: number, pieces: readonly string[]) => (socket: Socket) => {
  const left = [...pieces]
  const timer = setInterval(() => {
    const next = left.shift()
    if (next === undefined) clearInterval(timer)
    else socket.write(next)
  }, ms)
  socket.once('close', () => clearInterval(timer))
}

test('a connection that says nothing is closed', async () => {
  expect(await talk(() => {})).toBe('')
})

test('headers that never end are given up, with the reason', async () => {
  const heard = await talk(
    slowly(50, ['GET / HTTP/1.1\r\n', ...Array.from({ length: 100 }, () => 'x: y\r\n')]),
  )
  expect(heard).toMatch(/^HTTP\/1.1 408 [^]*"code":"timeout"/)
})

test('a body that stops is given up, with the reason', async () => {
  const heard = await talk((socket) =>
    socket.write('POST / HTTP/1.1\r\nHost: x\r\ncontent-length: 9\r\n\r\nabc'),
  )
  expect(heard).toMatch(/^HTTP\/1.1 408 [^]*"code":"timeout"/)
})

test('a body that keeps coming may take as long as it likes', async () => {
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nconnection: close\r\ncontent-length: 9\r\n\r\n'
  expect(await talk(slowly(150, [head, 'slow ', 'te', 'x', 't']))).toContain('9 characters')
})

test('an answer may take as long as it likes', async () => {
  const heard = await talk((socket) =>
    socket.write('GET /late HTTP/1.1\r\nHost: x\r\nconnection: close\r\n\r\n'),
  )
  expect(heard).toContain('0 characters')
})

test.each([
  ['letters', Buffer.alloc(5_000_000, 'junk')],
  ['zeros', Buffer.alloc(5_000_000)],
  ['lines', Buffer.alloc(5_000_000, '\r\n{"jsonrpc":\r\n')],
])('5 MB of %s are answered with what is wrong, although they are not read', async (_name, junk) => {
  const heard = await talk((socket) => socket.write(junk))
  expect(heard).toMatch(/^HTTP\/1.1 400 [^]*"code":"invalid_input","message":"That is not an HTTP request/)
})

test('junk behind a request never becomes a part of its answer', async () => {
  const heard = await talk((socket) => {
    socket.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\n')
    setTimeout(() => socket.write('%%%%\r\n\r\n'), 50)
  })
  expect(heard).toBe('')
  const later = await talk((socket) => {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    socket.once('data', () => socket.write('%%%%\r\n\r\n'))
  })
  expect(later).toMatch(/^HTTP\/1.1 200 [^]*0 charactersHTTP\/1.1 400 /)
})
