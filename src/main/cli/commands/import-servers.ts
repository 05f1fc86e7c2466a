import { Option } from 'commander'
import type { Command } from 'commander'
import { createCommand } from '../command.ts'
import type { ImportOptions } from '../import-servers.ts'

export function importServersCommand(): Command {
  const examples = [
    'import-servers',
    'import-servers --from cursor --move',
    'import-servers --from ./.mcp.json',
    'import-servers --from claude-code --yes',
  ]
  return createCommand(
    'import-servers',
    'Takes the MCP servers of your clients behind the gateway.',
    examples,
  )
    .option('--from <client|file>', 'only of this client or file')
    .addOption(new Option('--copy', 'leave them with the client too (the default)').conflicts('move'))
    .option('--move', 'take them out of the client’s file')
    .option('--yes', 'do not ask, but for what a project brings along')
    .action(run)
}

async function run(options: ImportOptions): Promise<void> {
  // Only now: the parsers that it needs would slow the start of every bridge.
  const { importServers } = await import('../import-servers.ts')
  await importServers(options)
}
