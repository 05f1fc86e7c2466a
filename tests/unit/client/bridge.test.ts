import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { openBridge, runBridge } from '../../../src/main/client/bridge.ts'
import { listen } from './server.ts'

/** A server that upgrades, and hands each connection to `serve`. */
async function upgrading(serve: (socket: Duplex, request: IncomingMessage) => void) {
  const server = createServer()
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: spillway-stdio\r\n\r\n')
    serve(socket, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    daemon: { url, pid: process.pid, version: '0', token: 'secret' },
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}

const options = { folder: '/tmp/a folder/é' }

describe('the bridge', () => {
  test('says who it is and where it works, and carries bytes both ways, the first ones too', async () => {
    let headers: IncomingMessage['headers'] = {}
    await using server = await upgrading((socket, request) => {
      headers = request.headers
      socket.write('hello\n')
      socket.pipe(socket)
    })
    const [input, output] = [new PassThrough(), new PassThrough()]
    const running = runBridge(await openBridge(server.daemon, { ...options, server: 'fs' }), input, output)
    input.end('one\ntwo\n')
    await running
    output.end()
    expect(await text(output)).toBe('hello\none\ntwo\n')
    expect(headers).toMatchObject({
      authorization: 'Bearer secret',
      upgrade: 'spillway-stdio',
      'spillway-project': '%2Ftmp%2Fa%20folder%2F%C3%A9',
      'spillway-server': 'fs',
    })
  })

  test('waits for replies that are still to come after the client closed its end', async () => {
    await using server = await upgrading((socket) => {
      socket.resume()
      socket.once('end', () => void sleep(100).then(() => socket.end('late reply\n')))
    })
    const [input, output] = [new PassThrough(), new PassThrough()]
    input.end('question\n')
    await runBridge(await openBridge(server.daemon, options), input, output)
    output.end()
    expect(await text(output)).toBe('late reply\n')
  })

  test.each<[string, (socket: Duplex) => void]>([
    ['ends', (socket) => socket.end('half a rep')],
    ['is killed', (socket) => socket.destroy()],
  ])('a daemon that %s first is an error, with stdin still open', async (_, leave) => {
    await using server = await upgrading((socket) => void socket.once('data', () => leave(socket)))
    const input = new PassThrough()
    const socket = await openBridge(server.daemon, options)
    input.write('question\n')
    const running = runBridge(socket, input, new PassThrough())
    await expect(running).rejects.toMatchObject({ code: 'unavailable' })
    expect(input.destroyed).toBe(true)
  })

  test('a refusal is thrown as the daemon worded it', async () => {
    await using server = await listen((_, response) => {
      response.writeHead(404).end('{"error":{"code":"not_found","message":"No upstream named nope."}}')
    })
    const opening = openBridge({ url: server.url, pid: 1, version: '0', token: 't' }, options)
    await expect(opening).rejects.toMatchObject({ code: 'not_found', message: 'No upstream named nope.' })
  })
})
