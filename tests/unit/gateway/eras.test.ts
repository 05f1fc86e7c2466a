import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { stringifyJson } from '../../../src/main/rpc/json.ts'
import type { Params } from '../../../src/main/rpc/message.ts'
import {
  everything,
  everythingOverHttp,
  gatewayTo,
  raw,
  scope,
  sdk,
  sdkOverHttp,
  textOf,
  until,
} from './harness.ts'

/** A client that says its name when it is asked. */
const answering = (asked: unknown[] = []) =>
  scope({
    clientCapabilities: { elicitation: { form: {} }, sampling: {}, roots: {} },
    forward: {
      request: (method, params) => {
        asked.push({ method, params })
        return Promise.resolve(
          method === 'sampling/createMessage'
            ? { role: 'assistant', model: 'none', content: { type: 'text', text: 'sampled' } }
            : { action: 'accept', content: { name: 'Ann' } },
        )
      },
      notify: (method) => asked.push({ method }),
    },
  })

describe.each([
  ['SDK server over stdio', () => Promise.resolve(sdk()), 'modern'],
  ['SDK server over HTTP', async () => ({ url: await sdkOverHttp() }), 'modern'],
  ['server that speaks 2026-07-28 only', () => Promise.resolve(sdk('--modern')), 'modern'],
  ['hand-written 2026-07-28 server', () => Promise.resolve(raw('--modern')), 'modern'],
])('%s', (_name, start, era) => {
  it('is greeted in its own era', async () => {
    const { gateway } = await gatewayTo({ up: await start() })
    const tools = await gateway.listTools(scope())
    expect(tools.map(({ tool }) => tool)).toContain('echo')
    expect(gateway.describe('up')).toMatchObject({ era, protocolVersion: '2026-07-28' })
    expect(gateway.describe('up')?.serverInfo['name']).toMatch(/sdk-fixture|raw/)
  })
})

describe('2026-07-28 upstreams', () => {
  it('answer, report progress and are cancelled, over stdio and HTTP', async () => {
    const { gateway } = await gatewayTo({ pipe: sdk(), web: { url: await sdkOverHttp() } })
    for (const server of ['pipe', 'web']) {
      const caller = scope()
      const params = { arguments: { text: 'ünï' } }
      expect(textOf(await gateway.callTool(caller, server, 'echo', params))).toBe('ünï')
      const progress: unknown[] = []
      const onProgress = (notice: Params) => progress.push(notice['progress'])
      await gateway.callTool(caller, server, 'steps', { arguments: { count: 3 } }, { onProgress })
      expect(progress).toEqual([1, 2, 3])
      const abort = new AbortController()
      const slow = gateway.callTool(
        caller,
        server,
        'slow',
        { arguments: { ms: 20_000 } },
        { signal: abort.signal },
      )
      await sleep(200)
      abort.abort(new Error('enough'))
      await expect(slow).rejects.toThrow('enough')
    }
    await until(() => gateway.stderr('pipe').includes('slow was cancelled'), 'the server hears of it')
  })

  it('say who calls in every request, and keep the rest of its meta', async () => {
    const { gateway } = await gatewayTo({ up: raw('--modern') })
    const caller = scope({ clientInfo: { name: 'cursor' }, clientCapabilities: { elicitation: {} } })
    const params = { _meta: { traceparent: '00-1', 'io.modelcontextprotocol/clientInfo': { name: 'liar' } } }
    expect(await gateway.request(caller, 'up', 'test/envelope', params)).toMatchObject({
      meta: {
        traceparent: '00-1',
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'cursor' },
        'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
      },
    })
  })

  it('get their input from a client of the older era, and say what they need to others', async () => {
    for (const [config, tool, heard] of [
      [sdk(), 'greet', 'hello Ann'],
      [{ url: await sdkOverHttp() }, 'greet', 'hello Ann'],
      [
        raw('--modern'),
        'input',
        '{"answers":{"who":{"action":"accept","content":{"name":"Ann"}}},"state":"opaque"}',
      ],
    ] as const) {
      const { gateway } = await gatewayTo({ up: config })
      const asked: unknown[] = []
      expect(textOf(await gateway.callTool(answering(asked), 'up', tool, { arguments: {} }))).toBe(heard)
      expect(asked).toMatchObject([{ method: 'elicitation/create', params: { message: expect.any(String) } }])
      const capable = scope({ clientCapabilities: { elicitation: { form: {} } } })
      expect(await gateway.callTool(capable, 'up', tool, { arguments: {} })).toMatchObject({
        resultType: 'input_required',
        inputRequests: { who: { method: 'elicitation/create' } },
      })
    }
  })

  it('have their changes heard through a subscription', async () => {
    const { gateway, changed } = await gatewayTo({ up: raw('--modern') })
    const caller = scope()
    await gateway.listTools(caller)
    await gateway.callTool(caller, 'up', 'add_tools', { arguments: { count: 1 } })
    await until(() => changed.includes('up'), 'the change is heard')
    expect(await gateway.listTools(caller)).toHaveLength(3)
  })
})

describe('2025-11-25 upstreams', () => {
  it('give the same over stdio and over HTTP with sessions', async () => {
    const { gateway } = await gatewayTo({ pipe: everything(), web: { url: await everythingOverHttp() } })
    const caller = answering()
    const [pipe, web] = [await gateway.listTools(caller, 'pipe'), await gateway.listTools(caller, 'web')]
    expect(stringifyJson(pipe.map(({ definition }) => definition))).toBe(
      stringifyJson(web.map(({ definition }) => definition)),
    )
    expect(pipe.length).toBeGreaterThan(5)
    expect(gateway.describe('pipe')).toMatchObject({ era: 'legacy', protocolVersion: '2025-11-25' })
    for (const tool of ['get-sum', 'get-tiny-image', 'get-annotated-message', 'get-structured-content']) {
      const args = { a: 2, b: 3, messageType: 'error', location: 'New York' }
      const results = await Promise.all(
        ['pipe', 'web'].map((server) => gateway.callTool(caller, server, tool, { arguments: args })),
      )
      expect(stringifyJson(results[0])).toBe(stringifyJson(results[1]))
      expect(results[0]?.['isError']).toBeUndefined()
    }
    const prompt = { name: 'simple-prompt' }
    expect(await gateway.request(caller, 'web', 'prompts/get', prompt)).toMatchObject({ messages: [{}] })
    expect(await gateway.request(caller, 'pipe', 'resources/list', {})).toMatchObject({
      resources: expect.any(Array),
    })
  })

  it('reach the client behind a session for sampling, and report progress, over stdio and HTTP', async () => {
    const { gateway } = await gatewayTo({ pipe: everything(), web: { url: await everythingOverHttp() } })
    for (const server of ['pipe', 'web']) {
      const caller = answering()
      await gateway.listTools(caller)
      const sampled = await gateway.callTool(caller, server, 'trigger-sampling-request', {
        arguments: { prompt: 'hi', maxTokens: 5 },
      })
      expect(stringifyJson(sampled)).toContain('sampled')
      const progress: unknown[] = []
      const onProgress = (notice: Params) => progress.push(notice['progress'])
      const args = { arguments: { duration: 0.3, steps: 3 } }
      await gateway.callTool(caller, server, 'trigger-long-running-operation', args, { onProgress })
      expect(progress).toEqual([1, 2, 3])
    }
  })
})

type Reply = (body: { id?: number; method: string; params?: Params }, response: ServerResponse) => void

/** A Streamable HTTP server that answers each POST as the test says. */
async function httpServer(
  reply: Reply,
  onget: RequestListener = (_request, response) => response.writeHead(405).end(),
) {
  const seen: { method: string; rpc?: string; headers: IncomingMessage['headers'] }[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'POST') {
      seen.push({ method: request.method ?? '', headers: request.headers })
      if (request.method === 'GET') onget(request, response)
      else response.writeHead(200).end()
      return
    }
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Parameters<Reply>[0]
    seen.push({ method: 'POST', rpc: body.method, headers: request.headers })
    if (body.id === undefined) response.writeHead(202).end()
    else reply(body, response)
  }
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, seen, server }
}

const json = (response: ServerResponse, id: number | undefined, result: string, headers = {}) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', ...headers })
  response.end(`{"jsonrpc":"2.0","id":${id},"result":${result}}`)
}
const INITIALIZED =
  '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"web","version":"1"}}'

/** Answers the greeting of a server with sessions; says whether it did. */
function greet(id: number | undefined, method: string, response: ServerResponse, session = 'one'): boolean {
  if (method === 'server/discover')
    response.writeHead(400, { 'content-type': 'text/plain' }).end('Bad Request')
  else if (method === 'initialize') json(response, id, INITIALIZED, { 'mcp-session-id': session })
  else if (method === 'tools/list') json(response, id, '{"tools":[]}')
  else return false
  return true
}

describe('Streamable HTTP', () => {
  it('sends the configured and the protocol headers, and ends the session', async () => {
    const odd = '{"content":[],"n":12345678901234567890,"f":1.0}'
    const { url, seen } = await httpServer(({ id, method }, response) => {
      if (!greet(id, method, response)) json(response, id, odd)
    })
    const { gateway } = await gatewayTo({ web: { url, headers: { 'X-Api-Key': 'k', Accept: 'nonsense' } } })
    expect(stringifyJson(await gateway.callTool(scope(), 'web', 'any', {}))).toBe(odd)
    await gateway.close()
    expect(seen.every(({ headers }) => headers['x-api-key'] === 'k')).toBe(true)
    const call = seen.find(({ rpc }) => rpc === 'tools/call')
    expect(call?.headers).toMatchObject({
      'mcp-session-id': 'one',
      'mcp-protocol-version': '2025-06-18',
      accept: 'application/json, text/event-stream',
    })
    expect(call?.headers['mcp-method']).toBeUndefined()
    expect(seen.find(({ rpc }) => rpc === 'server/discover')?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'server/discover',
    })
    expect(seen.find(({ rpc }) => rpc === 'initialize')?.headers['mcp-session-id']).toBeUndefined()
    expect(seen.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'mcp-session-id': 'one' } })
  })

  it('resumes an answer whose stream breaks off', async () => {
    let call: number | undefined
    const { url, seen } = await httpServer(
      ({ id, method }, response) => {
        if (greet(id, method, response)) return
        call = id
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write('retry: 20\nid: ev-1\ndata: \n\n')
        setTimeout(() => response.destroy(), 50)
      },
      (request, response) => {
        if (request.headers['last-event-id'] === undefined) {
          response.writeHead(405).end()
          return
        }
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        const data = `{"jsonrpc":"2.0","id":${call},"result":{"content":[{"type":"text","text":"resumed"}]}}`
        response.end(`id: ev-2\ndata: ${data}\n\n`)
      },
    )
    const { gateway } = await gatewayTo({ web: { url } })
    expect(textOf(await gateway.callTool(scope(), 'web', 'any', {}))).toBe('resumed')
    expect(seen.at(-1)).toMatchObject({
      method: 'GET',
      headers: { 'last-event-id': 'ev-1', 'mcp-session-id': 'one' },
    })
  })

  it('hears what the server says unasked, again after the stream broke', async () => {
    let tools = '[]'
    let streams = 0
    const { url } = await httpServer(
      ({ id, method }, response) => {
        if (method === 'tools/list') json(response, id, `{"tools":${tools}}`)
        else if (!greet(id, method, response)) json(response, id, '{"content":[]}')
      },
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        if (++streams === 1) {
          response.end('retry: 20\n\n')
          return
        }
        tools = '[{"name":"new"}]'
        response.write('data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n')
      },
    )
    const { gateway, changed } = await gatewayTo({ web: { url } })
    await gateway.listTools(scope())
    await until(() => changed.includes('web'), 'the change is heard')
    expect((await gateway.listTools(scope())).map(({ tool }) => tool)).toEqual(['new'])
  })

  it('starts a new session where the server forgot the old one, and asks again', async () => {
    let session = 0
    let alive = ''
    const { url } = await httpServer(({ id, method, params }, response) => {
      if (method === 'initialize') alive = `s${++session}`
      if (greet(id, method, response, alive)) return
      const isOld = response.req.headers['mcp-session-id'] !== alive
      if (params?.['name'] === 'forget') alive = ''
      if (isOld) response.writeHead(404).end('no such session')
      else json(response, id, `{"content":[{"type":"text","text":"session ${session}"}]}`)
    })
    const { gateway } = await gatewayTo({ web: { url } })
    const caller = scope()
    expect(textOf(await gateway.callTool(caller, 'web', 'forget', {}))).toBe('session 1')
    expect(textOf(await gateway.callTool(caller, 'web', 'any', {}))).toBe('session 2')
    expect(gateway.status()[0]).toMatchObject({ calls: 2, errors: 0 })
  })

  it.each([
    ['a missing key', 401, 'text/plain', 'who are you', 'the server asks for authorization (status 401)'],
    ['an outage', 503, 'text/plain', 'down', 'the server refused with status 503'],
    ['a web page', 200, 'text/html', '<h1>hi</h1>', 'the server answered with text/html'],
  ])('says plainly what %s is', async (_what, status, type, body, message) => {
    const { url } = await httpServer((_body, response) => {
      response.writeHead(status, { 'content-type': type }).end(body)
    })
    const { gateway } = await gatewayTo({ web: { url } })
    await expect(gateway.callTool(scope(), 'web', 'any', {})).rejects.toMatchObject({
      code: 'upstream_failed',
      message: `web failed: ${message}`,
    })
  })

  it('fails a call whose answer never comes, without harm to the next', async () => {
    const { url } = await httpServer(({ id, method, params }, response) => {
      if (greet(id, method, response)) return
      if (params?.['name'] === 'junk')
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"half":')
      else if (params?.['name'] === 'cut')
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end()
      else json(response, id, '{"content":[]}')
    })
    const { gateway } = await gatewayTo({ web: { url } })
    const caller = scope()
    await expect(gateway.callTool(caller, 'web', 'cut', {})).rejects.toThrow('without an answer')
    await expect(gateway.callTool(caller, 'web', 'junk', {})).rejects.toMatchObject({
      code: 'upstream_failed',
    })
    expect(await gateway.callTool(caller, 'web', 'fine', {})).toEqual({ content: [] })
  })

  it('follows a redirect within the origin and none that leaves it', async () => {
    const { url: elsewhere, seen: stolen } = await httpServer(({ id }, response) => json(response, id, '{}'))
    const { url, server } = await httpServer(({ id, method }, response) => {
      if (!greet(id, method, response)) json(response, id, '{"content":[]}')
    })
    const [listener] = server.listeners('request') as RequestListener[]
    server.removeAllListeners('request').on('request', (request, response) => {
      if (request.url === '/mcp') response.writeHead(307, { location: '/mcp/' }).end()
      else if (request.url === '/away') response.writeHead(307, { location: elsewhere }).end()
      else listener?.(request, response)
    })
    const { gateway } = await gatewayTo({ near: { url }, far: { url: url.replace('/mcp', '/away') } })
    expect(await gateway.callTool(scope(), 'near', 'any', {})).toEqual({ content: [] })
    await expect(gateway.callTool(scope(), 'far', 'any', {})).rejects.toThrow('refused with status 307')
    expect(stolen).toEqual([])
  })
})
