import type { Command } from 'commander'
import { connect, createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { printJson, printLine } from '../print.ts'

interface PinOptions extends CommonOptions {
  readonly off?: boolean
}

export function pinCommand(): Command {
  return createCommand('pin', 'Keeps entries for ever.', ['pin e_0123456789ab', 'pin e_0123456789ab --off'])
    .argument('<ids...>', 'entry ids')
    .option('--off', 'let them expire again')
    .action(pin)
}

async function pin(ids: readonly string[], options: PinOptions): Promise<void> {
  const { api } = await connect(options)
  const pinned = !options.off
  const entries = []
  for (const id of ids) entries.push(await api.updateEntry({ id, pinned }))
  if (options.json) return printJson({ items: entries })
  for (const entry of entries)
    printLine(`${entry.id}  ${pinned ? 'pinned' : `expires ${entry.expiresAt ?? 'never'}`}`)
}
