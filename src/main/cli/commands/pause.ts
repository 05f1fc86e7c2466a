import type { Command } from 'commander'
import { describeCapture } from '../../../shared/capture.ts'
import { connect, createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { printJson, printLine } from '../print.ts'

interface CaptureOptions extends CommonOptions {
  readonly server?: string
  readonly tool?: string
}

export function pauseCommand(): Command {
  return captureCommand('pause', 'Lets results pass whole and unrecorded: all, or some.')
}

export function resumeCommand(): Command {
  return captureCommand('resume', 'Ends a pause of capture: of all, or of a server or tool.')
}

function captureCommand(verb: 'pause' | 'resume', summary: string): Command {
  const examples = [
    verb,
    `${verb} --server fs`,
    `${verb} --server fs --tool read_file`,
    `${verb} --tool '*.login'`,
  ]
  return createCommand(verb, summary, examples)
    .option('--server <name>', 'only of this server')
    .option('--tool <glob>', 'only of these tools, as server.tool; with --server, by its own name')
    .action((options: CaptureOptions) => change(verb, options))
}

async function change(verb: 'pause' | 'resume', { server, tool, ...options }: CaptureOptions): Promise<void> {
  const { api } = await connect(options)
  const capture = await (verb === 'pause' ? api.pauseCapture : api.resumeCapture)({ server, tool })
  if (options.json) return printJson(capture)
  const line = describeCapture(capture)
  printLine(`${line[0]?.toUpperCase()}${line.slice(1)}.`)
}
