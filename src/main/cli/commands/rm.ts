import type { Command } from 'commander'
import { connect, createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { mergePruned, printPruned } from '../pruned.ts'

export function rmCommand(): Command {
  return createCommand('rm', 'Removes entries.', [
    'rm e_0123456789ab',
    'rm e_0123456789ab e_ba9876543210 --json',
  ])
    .argument('<ids...>', 'entry ids')
    .action(rm)
}

async function rm(ids: readonly string[], options: CommonOptions): Promise<void> {
  const { api } = await connect(options)
  const removed = []
  for (const id of ids) removed.push(await api.deleteEntry({ id }))
  printPruned(mergePruned(removed), { json: options.json, dryRun: false })
}
