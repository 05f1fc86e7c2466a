import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createDaemon, startDaemon } from './running-daemon.ts'

const RAW = join(import.meta.dirname, '../fixtures/upstreams/raw.mjs')
const QUESTION = { message: 'Who?', requestedSchema: { type: 'object', properties: {} } }
const answered = z.looseObject({ content: z.tuple([z.looseObject({ text: z.string() })]) })

test('a session of 2025-11-25 that outlives the daemon can still be asked what its client said it answers', async () => {
  await using first = await createDaemon({
    mcpServers: { raw: { command: process.execPath, args: [RAW, '--list-all'] } },
  })
  let { url } = first
  const client = new Client(
    { name: 'asked', version: '1' },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: 'legacy' } },
  )
  client.setRequestHandler('elicitation/create', () => ({ action: 'decline' }))
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { authorization: `Bearer ${first.token}` } },
    // The daemon comes back on another port, as it would not for a client that has it in its configuration.
    fetch: (_url, init) => fetch(new URL('/mcp', url), init),
  })
  await client.connect(transport)
  const ask = async (method: string, params: object) => {
    const result = await client.callTool({ name: 'raw__ask', arguments: { method, params } })
    return answered.parse(result).content[0].text
  }
  expect(await ask('elicitation/create', QUESTION)).toContain('decline')

  await first.end('SIGKILL')
  const again = await startDaemon(first.home)
  url = again.url
  expect(await ask('elicitation/create', QUESTION)).toContain('decline')
  // What the client never offered is refused as before.
  expect(await ask('sampling/createMessage', { messages: [], maxTokens: 1 })).toContain(
    'does not answer sampling/createMessage',
  )
  await client.close()
})
