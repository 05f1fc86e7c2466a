import { expect, test } from 'vitest'
import { z } from 'zod'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createHome } from './cli-process.ts'
import { connectMcp } from './mcp-caller.ts'
import { createDaemon, startDaemon } from './running-daemon.ts'

test('B1 P1: what an agent noted for its project is there for tomorrow’s, through kill -9 and a restart', async () => {
  await using at = await createHome()
  const today = await startDaemon(at.home)
  const agent = await connectMcp(today.url, today.token)
  const finding = 'The import stops because batch 1186 deadlocks on table stock.'
  await agent.call('scratchpad_write', { name: 'finding', content: finding, scope: 'project' })
  await today.end('SIGKILL')

  const tomorrow = await startDaemon(at.home)
  await using next = await connectMcp(tomorrow.url, tomorrow.token)
  expect(next.sessionId).not.toBe(agent.sessionId)
  expect((await next.call('scratchpad_list', {})).text).toContain('finding v1')
  expect((await next.call('scratchpad_read', { name: 'finding' })).text).toBe(finding)
})

test('P7 A8: the list says name, size and creation time, and sums up the session', async () => {
  await using daemon = await createDaemon()
  const client = new Client({ name: 'agent', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${daemon.token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', daemon.url), { requestInit }))
  const before = Date.now()
  await client.callTool({ name: 'scratchpad_write', arguments: { name: 'plan', content: 'größe' } })
  const { structuredContent } = await client.callTool({ name: 'scratchpad_list', arguments: {} })
  const { items, totals } = z
    .object({
      items: z.array(z.object({ name: z.string(), bytes: z.number(), createdAt: z.iso.datetime() })),
      totals: z.object({ entries: z.number(), bytes: z.number() }),
    })
    .parse(structuredContent)
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ name: 'plan', bytes: 7 })
  expect(Date.parse(items[0]?.createdAt ?? '')).toBeGreaterThanOrEqual(before - 1)
  expect(totals).toEqual({ ...totals, entries: 1, bytes: 7 })
  await client.close()
})
