import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBridge } from '../../src/main/client/bridge.ts'
import { createDaemon } from './running-daemon.ts'

let daemon: Awaited<ReturnType<typeof createDaemon>>
beforeAll(async () => {
  daemon = await createDaemon()
})
afterAll(() => daemon[Symbol.asyncDispose]())

const JSON_AND_STREAM = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}

const post = (token: string, message: object, headers: Record<string, string> = {}) =>
  daemon.fetch('/mcp', {
    method: 'POST',
    token,
    headers: { ...JSON_AND_STREAM, ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  })

/** The notices of a session of 2025-11-25. */
async function sessionStream(token: string): Promise<Response> {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'agent', version: '1' },
  }
  const greeting = await post(token, { method: 'initialize', params })
  const id = greeting.headers.get('mcp-session-id') ?? ''
  await greeting.text()
  return daemon.fetch('/mcp', { token, headers: { ...JSON_AND_STREAM, 'mcp-session-id': id } })
}

/** The notices of 2026-07-28. */
function listenStream(token: string): Promise<Response> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'agent', version: '1' },
  }
  return post(
    token,
    { method: 'subscriptions/listen', params: { notifications: { toolsListChanged: true }, _meta: meta } },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
  )
}

describe.each(['renewed', 'removed'])('once a token was %s', (how) => {
  test('nothing that it opened stays open: events, MCP streams of both revisions, a bridge', async () => {
    const { id, token } = await daemon.api.createClient({ name: how })
    const streams = await Promise.all([
      daemon.fetch('/api/v1/events/stream', { token }),
      sessionStream(token),
      listenStream(token),
    ])
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200])
    const bridge = await openBridge({ ...daemon, token, version: '' }, { folder: daemon.home })
    const bridgeEnded = once(bridge.resume(), 'close')
    const admins = await daemon.fetch('/api/v1/events/stream')

    await (how === 'removed' ? daemon.api.deleteClient({ id }) : daemon.api.rotateClient({ id }))

    // It may end in order or be cut.
    const ended = streams.map((stream) => stream.text().catch(() => 'cut'))
    await Promise.all([bridgeEnded, ...ended])
    const other = admins.body?.getReader()
    await other?.read()
    await daemon.api.startTurn({ session: (await daemon.api.createSession({})).id, prompt: 'goes on' })
    expect(new TextDecoder().decode((await other?.read())?.value)).toContain('session.started')
    await other?.cancel()
  })
})
