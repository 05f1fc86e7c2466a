import { randomUUID } from 'node:crypto'
import { Client } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { META } from '../../shared/names.ts'
import { apiClient } from '../client/api.ts'
import { openBridge } from '../client/bridge.ts'
import type { DaemonAddress } from '../client/discover.ts'
import type { WrapOrder } from '../daemon/wrapped.ts'
import { LineTransport } from '../rpc/lines.ts'

export interface DemoAnswer {
  readonly text: string
  /** The id of what was stored in its place; null where the answer came inline. */
  readonly entry: string | null
  readonly isError: boolean
}

/** An agent without a model: an MCP client like any other, with a session of its own. */
export interface DemoAgent extends AsyncDisposable {
  /** @returns the session */
  startTurn(prompt: string): Promise<string>
  call(tool: string, args: Record<string, unknown>): Promise<DemoAnswer>
}

const stored = z.object({ [META.entry]: z.object({ id: z.string() }) })

/**
 * Connects as `spillway wrap` does: `server` is started for this agent alone, so that the configuration of the home, which
 * may be somebody's, stays as it is.
 */
export async function connectAgent(
  daemon: DaemonAddress,
  folder: string,
  server: WrapOrder,
): Promise<DemoAgent> {
  const name = `demo-${randomUUID()}`
  const socket = await openBridge(daemon, { folder, wrap: server, session: name })
  const client = new Client({ name: 'demo-agent', version: '1.0.0' })
  await client.connect(new LineTransport(socket, socket))
  // A session begins with its first call; a turn that began before it would not know who the client is.
  await client.callTool({ name: 'scratchpad_list', arguments: {} })
  const api = apiClient(daemon)
  return {
    async startTurn(prompt) {
      return (await api.startTurn({ session: name, prompt })).session
    },
    async call(tool, args) {
      const result = await client.callTool({ name: tool, arguments: args })
      const text = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
      const reference = stored.safeParse(result['_meta'])
      const entry = reference.success ? reference.data[META.entry].id : null
      return { text, entry, isError: result.isError === true }
    },
    async [Symbol.asyncDispose]() {
      await client.close()
      socket.destroy()
    },
  }
}
