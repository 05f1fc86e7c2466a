import { resolve } from 'node:path'
import type { Command } from 'commander'
import { uploadRecording } from '../../client/transfer.ts'
import { connect, createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { formatBytes, formatCount } from '../format.ts'
import { printJson, printLine } from '../print.ts'
import { showProgress } from '../progress.ts'

export function importCommand(): Command {
  const examples = ['import why.spillway', 'import why.spillway --home /tmp/other']
  return createCommand('import', 'Takes a recording into this home, beside what is there.', examples)
    .argument('<file>', 'a file that spillway export wrote')
    .action(importFile)
}

async function importFile(file: string, options: CommonOptions): Promise<void> {
  const { daemon } = await connect(options)
  using progress = showProgress('Importing')
  const taken = await uploadRecording(daemon, resolve(file), progress.show)
  progress.clear()
  if (options.json) return printJson(taken)
  const { session, turns, calls, bytes, redacted, known } = taken
  if (known) return printLine(`All of session ${session} is here already; nothing was changed.`)
  const what = `${formatCount(turns)} turns, ${formatCount(calls)} calls, ${formatBytes(bytes)} of contents`
  printLine(`Imported session ${session}${redacted ? ', redacted' : ''}: ${what}.`)
}
