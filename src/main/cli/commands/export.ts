import { resolve } from 'node:path'
import { Option } from 'commander'
import type { Command } from 'commander'
import { SpillwayError } from '../../../shared/errors.ts'
import { downloadExport } from '../../client/transfer.ts'
import { connect, createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { printJson, printLine } from '../print.ts'
import { showProgress } from '../progress.ts'

interface ExportOptions extends CommonOptions {
  readonly turn?: string
  readonly session?: string
  readonly format: 'spillway' | 'har' | 'otlp'
  readonly redact?: boolean
}

export function exportCommand(): Command {
  const examples = [
    'export --turn t_0123456789ab why.spillway',
    'export --session s_0123456789abcdef all.spillway --redact',
    'export --turn t_0123456789ab spans.json --format otlp',
  ]
  return createCommand('export', 'Writes one turn or session to a file, to keep or to send.', examples)
    .argument('<file>', 'the file to write')
    .option('--turn <id>', 'this turn')
    .option('--session <id>', 'this session, with all its turns')
    .addOption(
      new Option('--format <format>', 'a recording, HAR-like JSON, or OpenTelemetry spans')
        .choices(['spillway', 'har', 'otlp'])
        .default('spillway'),
    )
    .option('--redact', 'replace what the redaction rules match, in every text')
    .action(exportFile)
}

async function exportFile(file: string, options: ExportOptions): Promise<void> {
  const { turn, session, format, redact } = options
  if ((turn === undefined) === (session === undefined))
    throw new SpillwayError(
      'invalid_input',
      'Name one turn or one session.',
      'Use --turn ID or --session ID.',
    )
  const { daemon } = await connect(options)
  const path = resolve(file)
  using progress = showProgress('Exporting')
  await downloadExport(daemon, { turn, session, format, redact: redact ?? false }, path, progress.show)
  progress.clear()
  if (options.json) return printJson({ file: path, format, redacted: redact ?? false })
  printLine(`Written to ${path}`)
}
