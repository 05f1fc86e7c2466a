import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDaemon, rawRequest } from './running-daemon.ts'

const RAW = join(import.meta.dirname, '../fixtures/upstreams/raw.mjs')
const upstream = { command: process.execPath, args: [RAW] }

let daemon: Awaited<ReturnType<typeof createDaemon>>
beforeAll(async () => {
  daemon = await createDaemon({ mcpServers: { raw: upstream } })
})
afterAll(() => daemon[Symbol.asyncDispose]())

const JSON_TYPES = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
const CAPABILITIES = { elicitation: {} }

const base = () => ({
  ...JSON_TYPES,
  host: `127.0.0.1:${daemon.port}`,
  authorization: `Bearer ${daemon.token}`,
})

const post = (headers: Record<string, string>, body: string, path = '/mcp/raw') =>
  rawRequest(daemon.port, path, headers, { method: 'POST', body })

/** Progress for half a minute: its first sign tells that the call has arrived. */
const LONG = { steps: 300, ms: 100 }

let lastId = 0
/** A call as a client of a revision makes it, ready to be sent or spoilt. */
interface Call {
  readonly headers: Record<string, string>
  readonly body: { jsonrpc: '2.0'; id: number; method: string; params: Record<string, unknown> }
}

async function legacySession(): Promise<Record<string, string>> {
  const headers = { ...base(), 'mcp-protocol-version': '2025-11-25' }
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: CAPABILITIES,
    clientInfo: { name: 't', version: '1' },
  }
  const message = { jsonrpc: '2.0', id: 'hello', method: 'initialize', params }
  const { headers: got } = await post(headers, JSON.stringify(message))
  const session = { ...headers, 'mcp-session-id': String(got['mcp-session-id']) }
  await post(session, JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }))
  return session
}

const legacyCall = (
  session: Record<string, string>,
  tool: string,
  args: object = {},
  meta?: object,
): Call => ({
  headers: session,
  body: {
    jsonrpc: '2.0',
    id: ++lastId,
    method: 'tools/call',
    params: { name: tool, arguments: args, ...(meta && { _meta: meta }) },
  },
})

function modernCall(tool: string, args: object = {}, meta: object = {}): Call {
  const name = tool
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return {
    headers: {
      ...base(),
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: {
      jsonrpc: '2.0',
      id: ++lastId,
      method: 'tools/call',
      params: { name, arguments: args, _meta: { ...envelope, ...meta } },
    },
  }
}

const send = ({ headers, body }: Call) => post(headers, JSON.stringify(body))

/** The messages of a stream, in order. */
const messagesIn = (body: string) =>
  body
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Record<string, unknown>)

/** Sends a call and leaves the answer to the test. */
function open({ headers, body }: Call) {
  const outgoing = request({
    host: '127.0.0.1',
    port: daemon.port,
    path: '/mcp/raw',
    method: 'POST',
    headers,
    agent: false,
  })
  outgoing.on('error', () => undefined)
  outgoing.end(JSON.stringify(body))
  return outgoing
}

/** The text of a call's result. */
const textOf = async (call: Call) => {
  const { body } = await send(call)
  const { result } = JSON.parse(body) as { result: { content: [{ text: string }] } }
  return result.content[0].text
}

type Make = (tool: string, args?: object, meta?: object) => Call
const REVISIONS: [string, () => Promise<Make>][] = [
  [
    '2025-11-25',
    async () => {
      const session = await legacySession()
      return (...call) => legacyCall(session, ...call)
    },
  ],
  [
    '2025-11-25 without a session',
    async () =>
      (...call) =>
        legacyCall(base(), ...call),
  ],
  ['2026-07-28', async () => modernCall],
]

describe.each(REVISIONS)('a tool call of %s', (revision, prepare) => {
  let make: Make
  beforeAll(async () => {
    make = await prepare()
  })
  const isModern = revision === '2026-07-28'

  test('comes back as plain JSON, to the spelling of its numbers', async () => {
    const call = make('odd')
    const { status, headers, body } = await send(call)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/json')
    expect(headers['content-length']).toBe(String(Buffer.byteLength(body)))
    expect(headers['mcp-session-id']).toBe(call.headers['mcp-session-id'])
    expect(body).toContain('"depth":12345678901234567890')
    expect(body).toContain('"priority":1.0,"x-unknown":[1e5]')
    expect(body).toContain('"id":9007199254740993,"ratio":0.10')
    const { id, result } = JSON.parse(body) as { id: number; result: Record<string, unknown> }
    expect(id).toBe(call.body.id)
    expect(result['_meta']).toMatchObject({
      'vendor/trace': -0,
      'spillway/step': expect.any(Number) as number,
    })
    expect(result['resultType']).toBe(isModern ? 'complete' : undefined)
  })

  test('keeps the spelling of its arguments', async () => {
    const call = make('raw_echo', { n: 1 })
    const sent = JSON.stringify(call.body).replace('"n":1', '"n":1.50e3,"big":12345678901234567890')
    const { body } = await post(call.headers, sent)
    expect(body).toContain('"n":1.50e3,"big":12345678901234567890')
  })

  test('becomes a stream of events when its upstream reports progress', async () => {
    const call = make('progress', { steps: 3 }, { progressToken: 'mine' })
    const { headers, body } = await send(call)
    expect(headers['content-type']).toBe('text/event-stream')
    const messages = messagesIn(body)
    expect(messages.slice(0, 3)).toMatchObject(
      [1, 2, 3].map((progress) => ({
        method: 'notifications/progress',
        params: { progressToken: 'mine', progress, total: 3 },
      })),
    )
    expect(messages[3]).toMatchObject({ id: call.body.id, result: { content: [{ text: 'progressed' }] } })
    expect(messages).toHaveLength(4)
  })

  test('hands on an error of the upstream with its code and data', async () => {
    const { status, body } = await send(make('fail'))
    expect(status).toBe(200)
    expect(body).toContain('"error":{"code":-32042,"message":"odd failure","data":{"retryAfter":1.0}}')
  })

  test('to a tool that does not exist says so', async () => {
    const call = make('echo')
    call.body.params['name'] = 'nobody'
    const headers = isModern ? { ...call.headers, 'mcp-name': 'nobody' } : call.headers
    const { body } = await post(headers, JSON.stringify(call.body))
    expect(JSON.parse(body)).toMatchObject({
      error: { code: -32602, message: 'unknown tool nobody' },
    })
  })

  test('is not mixed up with those beside it', async () => {
    const texts = await Promise.all(Array.from({ length: 40 }, (_, n) => textOf(make('echo', { n }))))
    expect(texts).toEqual(Array.from({ length: 40 }, (_, n) => JSON.stringify({ n })))
  })

  test(`of a client that goes away ${isModern ? 'is cancelled' : 'goes on'}`, async () => {
    const cancelled = async () => (JSON.parse(await textOf(make('cancellations'))) as unknown[]).length
    const before = await cancelled()
    const outgoing = open(make('progress', LONG, { progressToken: 'mine' }))
    await once(outgoing, 'response')
    outgoing.destroy()
    if (isModern) await expect.poll(cancelled, { timeout: 20_000 }).toBe(before + 1)
    else {
      await sleep(300)
      expect(await cancelled()).toBe(before)
    }
  })
})

describe('in a session of 2025-11-25', () => {
  test('a call that its client cancels ends without a response', async () => {
    const session = await legacySession()
    const call = legacyCall(session, 'progress', LONG, { progressToken: 'mine' })
    const [response] = (await once(open(call), 'response')) as [IncomingMessage]
    const params = { requestId: call.body.id, reason: 'changed my mind' }
    const notice = { jsonrpc: '2.0', method: 'notifications/cancelled', params }
    expect((await post(session, JSON.stringify(notice))).status).toBe(202)
    const messages = messagesIn(Buffer.concat(await response.toArray()).toString())
    expect(messages.filter(({ method }) => method !== 'notifications/progress')).toEqual([])
    expect(await textOf(legacyCall(session, 'cancellations'))).toContain('changed my mind')
  })

  test('an upstream asks its client on the stream of the call', async () => {
    const session = await legacySession()
    const asking = { method: 'elicitation/create', params: { message: 'Who?', requestedSchema: {} } }
    const call = legacyCall(session, 'ask', asking)
    const [response] = (await once(open(call), 'response')) as [IncomingMessage]
    expect(response.headers['content-type']).toBe('text/event-stream')
    let body = ''
    for await (const part of response) {
      body += String(part)
      const question = messagesIn(body).find(({ method }) => method === 'elicitation/create')
      if (!question || body.includes('"result"')) continue
      expect(question).toMatchObject(asking)
      const answer = { jsonrpc: '2.0', id: question['id'], result: { action: 'decline' } }
      await post(session, JSON.stringify(answer))
    }
    const [last] = messagesIn(body).slice(-1)
    expect(last).toMatchObject({ id: call.body.id })
    expect(JSON.stringify(last)).toContain('decline')
  })

  test('an id of another client is none', async () => {
    const { token } = await daemon.api.createClient({ name: 'stranger' })
    const call = legacyCall(await legacySession(), 'echo')
    const { status } = await post(
      { ...call.headers, authorization: `Bearer ${token}` },
      JSON.stringify(call.body),
    )
    expect(status).toBe(404)
  })

  test('an array of messages is answered as before', async () => {
    const session = await legacySession()
    const calls = [legacyCall(session, 'echo', { n: 1 }), legacyCall(session, 'echo', { n: 2 })]
    const { body } = await post(session, JSON.stringify(calls.map((call) => call.body)))
    expect(
      messagesIn(body)
        .map(({ id }) => Number(id))
        .sort((a, b) => a - b),
    ).toEqual(calls.map((call) => call.body.id))
  })
})

describe('what is not plainly right is refused as it always was', () => {
  type Spoil = (call: Call) => { headers?: Record<string, string>; body?: string; path?: string }
  const without = (headers: Record<string, string>, gone: string) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => name !== gone))
  const refusals: [string, number, number | string | null, Spoil][] = [
    ['junk', 400, -32700, () => ({ body: 'x'.repeat(10_000) })],
    ['half a message', 400, -32700, ({ body }) => ({ body: JSON.stringify(body).slice(0, -20) })],
    ['an empty body', 400, -32700, () => ({ body: '' })],
    ['another content type', 415, -32000, () => ({ headers: { 'content-type': 'text/plain' } })],
    [
      'a version that nobody speaks',
      400,
      null,
      () => ({ headers: { 'mcp-protocol-version': '1999-01-01' } }),
    ],
    [
      'something else than JSON-RPC 2.0',
      400,
      null,
      ({ body }) => ({ body: JSON.stringify({ ...body, jsonrpc: '1.0' }) }),
    ],
    ['a foreign host', 403, 'forbidden_host', () => ({ headers: { host: 'evil.example' } })],
    ['a foreign origin', 403, 'forbidden_origin', () => ({ headers: { origin: 'http://localhost:3000' } })],
    ['no token', 401, 'unauthorized', () => ({ headers: { authorization: '' } })],
    ['another token', 401, 'unauthorized', () => ({ headers: { authorization: 'Bearer nobody' } })],
    ['more than 32 MiB', 413, 'too_large', () => ({ headers: { 'content-length': '33554433' }, body: '{' })],
    ['a server that is not configured', 404, 'not_found', () => ({ path: '/mcp/nobody' })],
  ]
  const codeIn = (body: string) => (JSON.parse(body) as { error: { code: number | string } }).error.code

  describe.each([
    ['2025-11-25', async () => legacyCall(await legacySession(), 'echo')],
    ['2026-07-28', async () => modernCall('echo')],
  ] as const)('%s', (_revision, makeCall) => {
    test.each(refusals)('%s', async (_what, status, code, spoil) => {
      const call = await makeCall()
      const { headers = {}, body = JSON.stringify(call.body), path } = spoil(call)
      const reply = await post({ ...call.headers, ...headers }, body, path)
      expect(reply.status).toBe(status)
      if (code !== null) expect(codeIn(reply.body)).toBe(code)
    })
  })

  test('2025-11-25: a client that takes no stream', async () => {
    const call = legacyCall(await legacySession(), 'echo')
    const reply = await post({ ...call.headers, accept: 'application/json' }, JSON.stringify(call.body))
    expect(reply.status).toBe(406)
  })

  test('2025-11-25: a session that never was', async () => {
    const call = legacyCall({ ...base(), 'mcp-session-id': 's_00000000000000000000000000' }, 'echo')
    expect((await send(call)).status).toBe(404)
  })

  test.each(['mcp-method', 'mcp-name'])(
    '2026-07-28: a header %s that differs from the body',
    async (name) => {
      const call = modernCall('echo')
      const reply = await post({ ...call.headers, [name]: 'other' }, JSON.stringify(call.body))
      expect([reply.status, codeIn(reply.body)]).toEqual([400, -32020])
      const missing = await post(without(call.headers, name), JSON.stringify(call.body))
      expect([missing.status, codeIn(missing.body)]).toEqual([400, -32020])
    },
  )

  test('2026-07-28: an envelope without capabilities', async () => {
    const call = modernCall('echo')
    const meta = call.body.params['_meta'] as Record<string, unknown>
    delete meta['io.modelcontextprotocol/clientCapabilities']
    const reply = await send(call)
    expect([reply.status, codeIn(reply.body)]).toEqual([400, -32602])
  })

  test('2026-07-28: an Accept header of any kind', async () => {
    const call = modernCall('echo', { n: 1 })
    const { status } = await post(without(call.headers, 'accept'), JSON.stringify(call.body))
    expect(status).toBe(200)
  })
})
