import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { CallReply } from '../../../src/main/mcp/call-reply.ts'

/** What a client gets of an answer that `reply` gives. */
async function answered(reply: (outgoing: ServerResponse) => unknown) {
  const server = createServer((_incoming, outgoing) => void reply(outgoing))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  try {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const { status, headers } = response
    return { status, type: headers.get('content-type'), headers, text: await response.text() }
  } finally {
    server.close()
  }
}

const RESULT = { jsonrpc: '2.0', id: 1, result: { text: 'käse' } } as const
const NOTICE = { jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } } as const

test('a result alone is plain JSON of a known length', async () => {
  const { type, text, headers } = await answered((outgoing) =>
    new CallReply(outgoing, { 'mcp-session-id': 's_1' }).finish(RESULT),
  )
  expect(type).toBe('application/json')
  expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
  expect(headers.get('mcp-session-id')).toBe('s_1')
  expect(JSON.parse(text)).toEqual(RESULT)
})

test('what goes before the result makes it a stream of events', async () => {
  const { type, text } = await answered((outgoing) => {
    const reply = new CallReply(outgoing)
    reply.send(NOTICE)
    reply.finish(RESULT)
  })
  expect(type).toBe('text/event-stream')
  expect(text).toBe(
    [NOTICE, RESULT].map((message) => `event: message\ndata: ${JSON.stringify(message)}\n\n`).join(''),
  )
})

test('a result that takes long is a stream that shows signs of life', async () => {
  const { type, text } = await answered(async (outgoing) => {
    const reply = new CallReply(outgoing, {}, 20)
    await sleep(120)
    reply.finish(RESULT)
  })
  expect(type).toBe('text/event-stream')
  expect(text).toMatch(/^(: keepalive\n\n){2,}event: message\ndata: .*\n\n$/)
})

test('a cancelled call ends without a response', async () => {
  expect(await answered((outgoing) => new CallReply(outgoing).abandon())).toMatchObject({
    status: 200,
    type: 'text/event-stream',
    text: '',
  })
})
