import type { Command } from 'commander'
import type { WipeResult } from '../../../shared/contract/cache.ts'
import { SpillwayError } from '../../../shared/errors.ts'
import { openAsker } from '../ask.ts'
import { connect, createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { formatBytes, formatCount } from '../format.ts'
import { printJson, printLine } from '../print.ts'

interface WipeOptions extends CommonOptions {
  readonly dryRun?: boolean
  readonly yes?: boolean
  readonly clients?: boolean
  readonly config?: boolean
}

export function wipeCommand(): Command {
  const examples = ['wipe --dry-run', 'wipe', 'wipe --yes --clients --config']
  return createCommand('wipe', 'Removes everything that was stored or recorded, pinned or not.', examples)
    .option('--dry-run', 'say what would go and remove nothing')
    .option('--clients', 'revoke every client too')
    .option('--config', 'take the configuration back to nothing too')
    .option('--yes', 'do not ask')
    .action(wipe)
}

async function wipe({ dryRun = false, yes = false, ...options }: WipeOptions): Promise<void> {
  const { api, home } = await connect(options)
  const also = { clients: options.clients ?? false, config: options.config ?? false }
  const planned = await api.wipe({ dryRun: true, ...also })
  if (dryRun) return options.json ? printJson(planned) : printLine(`Would remove ${what(planned)}.`)
  if (!yes) {
    using asker = openAsker()
    if (!(await asker.confirm(`Remove ${what(planned)} from ${home}, for good?`)))
      throw new SpillwayError('invalid_input', 'Nothing was removed.', 'Answer y, or add --yes.')
  }
  const wiped = await api.wipe({ confirm: 'wipe', ...also })
  if (options.json) return printJson(wiped)
  printLine(`Removed ${what(wiped)}.`)
  printLine(`The files took ${formatBytes(wiped.bytesBefore)} and take ${formatBytes(wiped.bytesAfter)} now.`)
}

function what({ entries, notes, calls, sessions, events, clients }: WipeResult): string {
  const parts = [
    `${formatCount(entries)} entries (${formatCount(notes)} of them notes)`,
    `${formatCount(calls)} calls`,
    `${formatCount(sessions)} sessions`,
    `${formatCount(events)} events`,
    ...(clients > 0 ? [`${formatCount(clients)} clients`] : []),
  ]
  return parts.join(', ')
}
