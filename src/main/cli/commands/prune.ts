import type { Command } from 'commander'
import { connect, createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { parseBytes, parseDuration } from '../parse.ts'
import { printPruned } from '../pruned.ts'

interface PruneOptions extends CommonOptions {
  readonly dryRun?: boolean
  readonly olderThan?: number
  readonly session?: string
  readonly tool?: string
  readonly maxBytes?: number
  readonly all?: boolean
}

export function pruneCommand(): Command {
  const examples = [
    'prune --dry-run',
    'prune --older-than 7d',
    'prune --max-bytes 50MB --json',
    "prune --tool 'fs.*'",
  ]
  return createCommand('prune', 'Removes entries: what expired, or what the options choose.', examples)
    .option('--dry-run', 'name what would go and remove nothing')
    .option('--older-than <age>', 'not used for so long: 90s, 15m, 24h, 7d', parseDuration)
    .option('--session <id>', 'only of this session')
    .option('--tool <glob>', 'only of these tools, as server.tool')
    .option(
      '--max-bytes <size>',
      'the least recently used until no more than this is left: 500KB, 50MB',
      parseBytes,
    )
    .option('--all', 'all that is not pinned')
    .action(prune)
}

async function prune(options: PruneOptions): Promise<void> {
  const { olderThan, session, tool, maxBytes, all, dryRun = false } = options
  const { api } = await connect(options)
  const result = await api.prune({ dryRun, olderThanSeconds: olderThan, session, tool, maxBytes, all })
  printPruned(result, { json: options.json, dryRun })
}
