import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDaemon } from './running-daemon.ts'

const script = fileURLToPath(new URL('../fixtures/upstreams/talkative.mjs', import.meta.url))
const talkative = { command: process.execPath, args: [script, 'legacy'] }

let daemon: Awaited<ReturnType<typeof createDaemon>>
beforeAll(async () => {
  daemon = await createDaemon({
    mcpServers: { old: talkative, other: talkative },
  })
})
afterAll(() => daemon[Symbol.asyncDispose]())

interface Reply {
  result?: {
    resultType: string
    requestState?: string
    inputRequests?: Record<string, { method: string }>
    content?: { text: string }[]
    isError?: boolean
  }
  error?: { code: number; message: string; data?: unknown }
}

let lastId = 0
/** One stateless request of revision 2026-07-28. */
async function call(
  name: string,
  params: object,
  {
    token = daemon.token,
    capabilities = { elicitation: {}, sampling: {} },
  }: { token?: string; capabilities?: object } = {},
): Promise<Reply> {
  const response = await fetch(new URL('/mcp', daemon.url), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: ++lastId,
      method: 'tools/call',
      params: {
        name,
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': capabilities,
        },
      },
    }),
  })
  const body = await response.text()
  const data = body.startsWith('{') ? body : (/^data: (\{.*)$/m.exec(body)?.[1] ?? '{}')
  return JSON.parse(data) as Reply
}

/** The call that asks for a name, and the question it is answered with. */
async function ask(server: string, what = ['name'], token?: string) {
  const { result } = await call(
    `${server}__ask`,
    { arguments: { what } },
    token === undefined ? {} : { token },
  )
  expect(result?.resultType).toBe('input_required')
  const { requestState = '', inputRequests = {} } = result ?? {}
  return { requestState, asked: Object.entries(inputRequests).map(([key, { method }]) => ({ key, method })) }
}

const accept = (name: string) => ({ action: 'accept', content: { name } })
const answerTo = (asked: { key: string }[], answer: object) =>
  Object.fromEntries(asked.map(({ key }) => [key, answer]))

describe('a call of a stateless client to a server that asks in the older way', () => {
  test('is parked with its question and goes on with the answer', async () => {
    const { requestState, asked } = await ask('old')
    expect(asked.map(({ method }) => method)).toEqual(['elicitation/create'])
    const { result } = await call('old__ask', {
      arguments: { what: ['name'] },
      requestState,
      inputResponses: answerTo(asked, accept('Grace')),
    })
    expect(result).toMatchObject({ resultType: 'complete' })
    expect(JSON.parse(result?.content?.[0]?.text ?? '')).toMatchObject({ name: accept('Grace') })
  })

  test('is one step of the record, however many rounds it took', async () => {
    const { token } = await daemon.api.createClient({ name: 'counting' })
    const { requestState, asked } = await ask('old', ['name'], token)
    await call(
      'old__ask',
      { arguments: { what: ['name'] }, requestState, inputResponses: answerTo(asked, accept('A')) },
      { token },
    )
    const { result } = await call('old__cancelled', {}, { token })
    expect(result).toMatchObject({ _meta: { 'spillway/step': 2 } })
  })

  test('answers each state once, and asks again for what was left open', async () => {
    const { requestState, asked } = await ask('old', ['name', 'poem'])
    const [first] = asked
    if (!first) throw new Error('nothing was asked')
    const again = await call('old__ask', { requestState, inputResponses: answerTo([first], accept('Ada')) })
    expect(again.result?.resultType).toBe('input_required')
    expect(Object.keys(again.result?.inputRequests ?? {})).toEqual(asked.slice(1).map(({ key }) => key))
    const replay = await call('old__ask', { requestState, inputResponses: answerTo([first], accept('Eve')) })
    expect(replay.error).toMatchObject({ code: -32_602, data: { reason: 'invalid_request_state' } })
    const poem = { role: 'assistant', model: 'm', content: { type: 'text', text: 'x' } }
    const done = await call('old__ask', {
      requestState: again.result?.requestState,
      inputResponses: answerTo(asked.slice(1), poem),
    })
    expect(done.result?.content?.[0]?.text).toContain('Ada')
  })

  test('cannot be answered by another client', async () => {
    const { requestState, asked } = await ask('old')
    const { token } = await daemon.api.createClient({ name: 'eve' })
    const inputResponses = answerTo(asked, accept('Eve'))
    const stolen = await call('old__ask', { requestState, inputResponses }, { token })
    expect(stolen.error).toMatchObject({ code: -32_602, data: { reason: 'invalid_request_state' } })
    const own = await call('old__ask', { requestState, inputResponses: answerTo(asked, accept('Ada')) })
    expect(own.result?.content?.[0]?.text).toContain('Ada')
  })

  test('is not asked what its client does not answer', async () => {
    const refused = await call('old__ask', { arguments: { what: ['name'] } }, { capabilities: {} })
    expect(refused.result?.resultType).not.toBe('input_required')
    expect(JSON.stringify(refused)).toContain('does not answer elicitation/create')
  })

  test('of two at once on a shared server is not asked: it is unclear whose question it is', async () => {
    const { requestState, asked } = await ask('other')
    const second = await call('other__ask', { arguments: { what: ['name'] } })
    expect(JSON.stringify(second)).toContain('2 calls share this server')
    await call('other__ask', { requestState, inputResponses: answerTo(asked, accept('Ada')) })
    expect((await ask('other')).asked).toHaveLength(1)
  })
})
