import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { BodyPieces } from '../../../src/main/http/body-pieces.ts'

const MB = 1024 * 1024

/** A server whose request has arrived, and what sends it. */
async function arrived(length: number) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sender = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': length } })
  sender.on('error', () => undefined)
  sender.flushHeaders()
  const [incoming, reply] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  onTestFinished(() => {
    sender.destroy()
    server.closeAllConnections()
    server.close()
  })
  return { sender, incoming, reply }
}

test('a body comes whole and in order, also to a slow reader, who holds its sender back', async () => {
  const body = randomBytes(8 * MB)
  const { sender, incoming } = await arrived(body.length)
  sender.end(body)
  const pieces: Uint8Array[] = []
  for await (const piece of new BodyPieces(incoming)) {
    if (pieces.length % 20 === 0) await sleep(20)
    expect(incoming.readableLength).toBeLessThan(MB)
    pieces.push(piece)
  }
  expect(Buffer.concat(pieces).equals(body)).toBe(true)
})

test('a sender that goes away in the midst of a body is an error, whether one waits for the next piece or not', async () => {
  for (const pause of [0, 100]) {
    const { sender, incoming } = await arrived(MB)
    const pieces = new BodyPieces(incoming)
    sender.write('begun')
    expect((await pieces.next()).value?.toString()).toBe('begun')
    setTimeout(() => sender.destroy(), 20)
    await sleep(pause)
    await expect(pieces.next()).rejects.toThrow()
    await expect(pieces.next()).rejects.toThrow()
    await expect(new BodyPieces(incoming).next()).rejects.toThrow()
  }
})

test('who stops early can still answer', async () => {
  const { sender, incoming, reply } = await arrived(4 * MB)
  sender.write(Buffer.alloc(MB))
  const pieces = new BodyPieces(incoming)
  await pieces.next()
  await pieces.return()
  reply.end('enough')
  const [response] = (await once(sender, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
})
