import type { Command } from 'commander'
import { CLIENT_IDS } from '../../clients/client-ids.ts'
import { createCommand } from '../command.ts'
import type { ConnectCommandOptions } from '../connect-clients.ts'

export function connectCommand(): Command {
  const examples = ['connect', 'connect cursor codex', 'connect --dry-run', 'connect cursor --undo']
  return createCommand('connect', 'Puts Spillway into the configuration of MCP clients.', examples)
    .argument('[clients...]', `${CLIENT_IDS.join(', ')} (default: all that are here)`)
    .option('--dry-run', 'show the change and make none')
    .option('--undo', 'take Spillway out again, byte for byte where nobody else changed the file')
    .option('--http', 'have clients reach the running daemon over HTTP, where they can')
    .option('--yes', 'do not ask')
    .action(run)
}

async function run(names: readonly string[], options: ConnectCommandOptions): Promise<void> {
  // Only now: the parsers that it needs would slow the start of every bridge.
  const { connectClients } = await import('../connect-clients.ts')
  await connectClients(names, options)
}
