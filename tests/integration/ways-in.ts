import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { CLI } from './cli-process.ts'

interface Front {
  readonly url: string
  readonly token: string
  readonly home: string
}

/** How a client comes to a daemon, by name. @param daemon asked for when a transport is made: it starts after the tests are named */
export const waysIn = (daemon: () => Front): Record<string, () => Transport> => ({
  'Streamable HTTP': () =>
    new StreamableHTTPClientTransport(new URL('/mcp', daemon().url), {
      requestInit: { headers: { authorization: `Bearer ${daemon().token}` } },
    }),
  'the stdio bridge': () =>
    new StdioClientTransport({ command: process.execPath, args: [CLI, 'mcp', '--home', daemon().home] }),
})
