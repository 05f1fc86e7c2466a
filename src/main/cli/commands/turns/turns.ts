import type { Command } from 'commander'
import type { OperationOutput } from '../../../../shared/contract.ts'
import { connect, createCommand } from '../../command.ts'
import type { CommonOptions } from '../../command.ts'
import { formatBytes, formatCount } from '../../format.ts'
import { parseInteger } from '../../parse.ts'
import { printJson, printLine, printNote, visible } from '../../print.ts'
import { formatTable } from '../../table.ts'
import type { Column } from '../../table.ts'
import { mergeCommand, renameCommand, splitCommand } from './edit.ts'
import { turnLines } from './turn-lines.ts'

interface ListOptions extends CommonOptions {
  readonly session?: string
  readonly limit?: number
  readonly cursor?: string
}

const COLUMNS: readonly Column[] = [
  { title: 'STEP', align: 'right' },
  { title: 'CALL' },
  { title: 'TOOL' },
  { title: 'RAW', align: 'right' },
  { title: 'DELIVERED', align: 'right' },
  { title: 'MS', align: 'right' },
  { title: '' },
]

export function turnsCommand(): Command {
  const examples = [
    'turns --session s_0123456789abcdef',
    'turns show t_0123456789ab',
    "turns rename t_0123456789ab 'The deploy that failed'",
    'turns split t_0123456789ab --step 7',
    'turns merge t_0123456789ab',
  ]
  return createCommand('turns', 'Lists the requests that agents worked on, and puts them right.', examples)
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(showCommand())
    .addCommand(renameCommand())
    .addCommand(splitCommand())
    .addCommand(mergeCommand())
}

const listCommand = () =>
  createCommand('list', 'Lists turns, newest first.', ['turns', 'turns --session s_0123456789abcdef'])
    .option('--session <id>', 'only of this session')
    .option('--limit <n>', 'at most so many', parseInteger, 50)
    .option('--cursor <cursor>', 'go on after an earlier list')
    .action((_, command: Command) => list(command.optsWithGlobals()))

const showCommand = () =>
  createCommand('show', 'Shows a turn with its calls.', ['turns show t_0123456789ab'])
    .argument('<id>', 'the turn')
    .action((id: string, _, command: Command) => show(id, command.optsWithGlobals()))

async function list({ session, limit, cursor, ...options }: ListOptions): Promise<void> {
  const { api } = await connect(options)
  const page = await api.listTurns({ session, limit, cursor })
  if (options.json) return printJson(page)
  if (page.items.length === 0) return printNote('No turns.')
  printLine(turnLines(page.items))
  if (page.nextCursor) printNote(`${formatCount(page.total)} in all; more with --cursor ${page.nextCursor}`)
}

async function show(id: string, options: CommonOptions): Promise<void> {
  const { api } = await connect(options)
  const turn = await api.getTurn({ id })
  if (options.json) printJson(turn)
  else print(turn)
}

function print({ callList, ...turn }: OperationOutput<'getTurn'>): void {
  printLine(`${turn.id}  turn ${turn.number} of ${turn.session}`)
  if (turn.title !== null) printLine(visible(turn.title))
  if (turn.prompt !== null) printLine(visible(turn.prompt))
  const rows = callList.map(({ step, id, server, tool, ...call }) => [
    formatCount(step),
    id,
    server === null ? tool : `${server}.${tool}`,
    formatBytes(call.rawBytes),
    formatBytes(call.deliveredBytes),
    formatCount(Math.round(call.durationMs)),
    call.isError ? 'error' : '',
  ])
  if (rows.length > 0) printLine(formatTable(COLUMNS, rows))
}
