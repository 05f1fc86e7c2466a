import { Option } from 'commander'
import type { Command } from 'commander'
import type { OperationOutput } from '../../../shared/contract.ts'
import { connect, createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { formatBytes } from '../format.ts'
import { printJson, printLine, visible } from '../print.ts'

type ShowOptions = CommonOptions & { readonly as?: 'curl' | 'mcp' }

export function callCommand(): Command {
  return createCommand('call', 'Shows a recorded call, or copies it to make it again.', [
    'call show c_0123456789ab',
    'call show c_0123456789ab --as curl | SPILLWAY_TOKEN=… sh',
    'call show c_0123456789ab --as mcp',
  ]).addCommand(showCommand())
}

const showCommand = () =>
  createCommand('show', 'Shows one recorded call.', ['call show c_0123456789ab --as curl'])
    .argument('<id>', 'the call; events and entries name it')
    .addOption(new Option('--as <form>', 'a curl command, or an MCP request').choices(['curl', 'mcp']))
    .action((id: string, _, command: Command) => show(id, command.optsWithGlobals()))

async function show(id: string, { as, ...options }: ShowOptions): Promise<void> {
  const { api } = await connect(options)
  if (as === undefined) {
    const call = await api.getCall({ id })
    return options.json ? printJson(call) : print(call)
  }
  const copied = await api.copyCall({ id, as })
  if (options.json) printJson(copied)
  else printLine(copied.text)
}

function print({ server, tool, ...call }: OperationOutput<'getCall'>): void {
  printLine(`${call.id}  ${server === null ? tool : `${server}.${tool}`}${call.isError ? '  error' : ''}`)
  printLine(`${call.startedAt}  ${call.durationMs} ms  step ${call.step} of ${call.turn}`)
  printLine(`${formatBytes(call.rawBytes)}, delivered ${formatBytes(call.deliveredBytes)}`)
  for (const entry of call.entries) printLine(`entry ${entry}`)
  printLine(visible(`arguments ${JSON.stringify(call.arguments)}`))
  printLine(visible(`result ${JSON.stringify(call.result, null, 2)}`))
}
