import type { Command } from 'commander'
import { homeFolder } from '../../daemon/paths.ts'
import { ensureDaemon } from '../../client/start.ts'
import { openBridge, runBridge } from '../../client/bridge.ts'
import { createCommand, noteOtherVersion } from '../command.ts'
import type { CommonOptions } from '../command.ts'

type McpOptions = CommonOptions & { readonly server?: string }

export function mcpCommand(): Command {
  const examples = ['mcp', 'mcp --server fs', 'mcp --home ~/spillway-work']
  return createCommand('mcp', 'Speaks MCP over stdio for a client that starts it as its server.', examples)
    .option('--server <name>', 'front only this upstream, with its own tool names')
    .action(mcp)
}

async function mcp(options: McpOptions): Promise<void> {
  const daemon = await ensureDaemon(homeFolder(options.home))
  noteOtherVersion(daemon, 'this bridge')
  // A client of its own sees only what it stored; without a token it is yours.
  const token = process.env['SPILLWAY_TOKEN'] || daemon.token
  const socket = await openBridge({ ...daemon, token }, { folder: process.cwd(), server: options.server })
  await runBridge(socket, process.stdin, process.stdout)
}
