import type { Command } from 'commander'
import type { UpstreamStatus } from '../../../shared/contract/gateway.ts'
import { connect, createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { formatCount } from '../format.ts'
import { printJson, printLine, printNote } from '../print.ts'
import { formatTable } from '../table.ts'
import type { Column } from '../table.ts'

type SwitchOptions = CommonOptions & { readonly tool?: readonly string[] }

const COLUMNS: readonly Column[] = [
  { title: 'NAME' },
  { title: 'STATE' },
  { title: 'TOOLS', align: 'right' },
  { title: 'CALLS', align: 'right' },
  { title: 'ERRORS', align: 'right' },
  { title: '' },
]

const TOOL_COLUMNS: readonly Column[] = [{ title: 'TOOL' }, { title: '' }, { title: 'AS AGENTS SEE IT' }]

export function upstreamsCommand(): Command {
  const examples = [
    'upstreams',
    'upstreams tools fs',
    'upstreams disable fs',
    'upstreams disable fs --tool write_file --tool move_file',
    'upstreams enable fs --tool write_file',
    'upstreams restart fs',
  ]
  return createCommand('upstreams', 'Lists the servers behind the gateway and switches them.', examples)
    .addCommand(lsCommand(), { isDefault: true })
    .addCommand(toolsCommand())
    .addCommand(restartCommand())
    .addCommand(switchCommand('enable', 'Switches a server, or tools of it, on.'))
    .addCommand(switchCommand('disable', 'Switches a server, or tools of it, off.'))
}

const lsCommand = () =>
  createCommand('ls', 'Lists the servers and how they are.', ['upstreams ls --json']).action(
    (_, command: Command) => list(command.optsWithGlobals()),
  )

const toolsCommand = () =>
  createCommand('tools', 'Lists the tools of a server.', ['upstreams tools fs'])
    .argument('<server>', 'its name in mcpServers')
    .action((name: string, _, command: Command) => listTools(name, command.optsWithGlobals()))

const restartCommand = () =>
  createCommand('restart', 'Ends a server; the next call starts it anew.', ['upstreams restart fs'])
    .argument('<server>', 'its name in mcpServers')
    .action((name: string, _, command: Command) => restart(name, command.optsWithGlobals()))

function switchCommand(verb: 'enable' | 'disable', summary: string): Command {
  return createCommand(verb, summary, [`upstreams ${verb} fs`, `upstreams ${verb} fs --tool write_file`])
    .argument('<server>', 'its name in mcpServers')
    .option('--tool <name...>', 'only these tools of it, by the names that the server gives them')
    .action((name: string, _, command: Command) =>
      switchIt(name, verb === 'enable', command.optsWithGlobals()),
    )
}

async function list(options: CommonOptions): Promise<void> {
  const { api } = await connect(options)
  const upstreams = await api.listUpstreams({})
  if (options.json) return printJson(upstreams)
  if (upstreams.items.length === 0) return printNote('No servers. See mcpServers in config.json.')
  printLine(formatTable(COLUMNS, upstreams.items.map(row)))
}

const row = ({
  name,
  state,
  tools,
  calls,
  errors,
  error,
  enabledTools,
  disabledTools,
}: UpstreamStatus): string[] => [
  name,
  state,
  tools === null ? '–' : formatCount(tools),
  formatCount(calls),
  formatCount(errors),
  error ??
    [
      ...(enabledTools === null ? [] : [`on: ${enabledTools.join(', ')}`]),
      ...(disabledTools.length > 0 ? [`off: ${disabledTools.join(', ')}`] : []),
    ].join('; '),
]

async function listTools(name: string, options: CommonOptions): Promise<void> {
  const { api } = await connect(options)
  const tools = await api.listUpstreamTools({ name })
  if (options.json) return printJson(tools)
  if (!tools.known) return printNote(`${name} has not been asked for its tools yet.`)
  const rows = tools.items.map((tool) => [tool.name, tool.enabled ? 'on' : 'off', tool.publicName])
  printLine(formatTable(TOOL_COLUMNS, rows))
}

async function restart(name: string, options: CommonOptions): Promise<void> {
  const { api } = await connect(options)
  const status = await api.restartUpstream({ name })
  if (options.json) return printJson(status)
  printLine(`${name} has ended; the next call starts it anew.`)
}

async function switchIt(name: string, on: boolean, options: SwitchOptions): Promise<void> {
  const { api } = await connect(options)
  const tools = options.tool && Object.fromEntries(options.tool.map((tool) => [tool, on]))
  const status = await api.updateUpstream(tools ? { name, tools } : { name, enabled: on })
  if (options.json) return printJson(status)
  const what = options.tool ? `${options.tool.join(', ')} of ${name}` : name
  printLine(`${what}: ${on ? 'on' : 'off'}`)
}
