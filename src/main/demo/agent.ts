import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { SpillwayError } from '../../shared/errors.ts'
import { HEADER, META } from '../../shared/names.ts'
import { apiClient } from '../client/api.ts'
import type { ApiTarget } from '../client/api.ts'

export interface DemoAnswer {
  readonly text: string
  /** The id of what was stored in its place; null where the answer came inline. */
  readonly entry: string | null
  readonly isError: boolean
}

/** An agent without a model: an MCP client like any other, with a session of its own. */
export interface DemoAgent extends AsyncDisposable {
  readonly session: string
  startTurn(prompt: string): Promise<void>
  call(tool: string, args: Record<string, unknown>): Promise<DemoAnswer>
}

const stored = z.object({ [META.entry]: z.object({ id: z.string() }) })

/** Connects to the daemon at `target` with that client's token, working in `folder`. */
export async function connectAgent(target: ApiTarget, folder: string): Promise<DemoAgent> {
  const headers = {
    authorization: `Bearer ${target.token}`,
    [HEADER.project]: encodeURIComponent(folder),
  }
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', target.url), {
    requestInit: { headers },
  })
  const client = new Client({ name: 'demo-agent', version: '1.0.0' })
  await client.connect(transport)
  const session = transport.sessionId
  if (session === undefined) throw new SpillwayError('internal', 'The daemon gave the demo no session.')
  const api = apiClient(target)
  return {
    session,
    async startTurn(prompt) {
      await api.startTurn({ session, prompt })
    },
    async call(tool, args) {
      const result = await client.callTool({ name: tool, arguments: args })
      const text = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
      const reference = stored.safeParse(result['_meta'])
      const entry = reference.success ? reference.data[META.entry].id : null
      return { text, entry, isError: result.isError === true }
    },
    async [Symbol.asyncDispose]() {
      await transport.terminateSession()
      await client.close()
    },
  }
}
