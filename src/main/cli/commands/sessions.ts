import type { Command } from 'commander'
import type { OperationOutput } from '../../../shared/contract.ts'
import type { Session } from '../../../shared/contract/recording.ts'
import { connect, createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { formatAge, formatCount } from '../format.ts'
import { parseInteger } from '../parse.ts'
import { printJson, printLine, printNote, visible } from '../print.ts'
import { formatTable } from '../table.ts'
import type { Column } from '../table.ts'
import { turnLines } from './turns/turn-lines.ts'

interface ListOptions extends CommonOptions {
  readonly limit?: number
  readonly cursor?: string
}

const COLUMNS: readonly Column[] = [
  { title: 'ID' },
  { title: 'CLIENT' },
  { title: 'CAME BY' },
  { title: 'PROJECT' },
  { title: 'USED', align: 'right' },
  { title: 'TURNS', align: 'right' },
  { title: 'CALLS', align: 'right' },
  { title: 'KEPT OUT', align: 'right' },
]

export function sessionsCommand(): Command {
  const examples = ['sessions', 'sessions show s_0123456789abcdef', 'sessions --limit 10 --json']
  return createCommand('sessions', 'Lists the contexts that agents had.', examples)
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(showCommand())
}

const listCommand = () =>
  createCommand('list', 'Lists sessions, last used first.', ['sessions', 'sessions list --limit 10'])
    .option('--limit <n>', 'at most so many', parseInteger, 50)
    .option('--cursor <cursor>', 'go on after an earlier list')
    .action((_, command: Command) => list(command.optsWithGlobals()))

const showCommand = () =>
  createCommand('show', 'Shows a session with its turns.', ['sessions show s_0123456789abcdef'])
    .argument('<id>', 'the session')
    .action((id: string, _, command: Command) => show(id, command.optsWithGlobals()))

async function list({ limit, cursor, ...options }: ListOptions): Promise<void> {
  const { api } = await connect(options)
  const page = await api.listSessions({ limit, cursor })
  if (options.json) return printJson(page)
  if (page.items.length === 0) return printNote('No sessions.')
  const rows = page.items.map((session) => sessionRow(session, Date.now()))
  printLine(formatTable(COLUMNS, rows))
  if (page.nextCursor) printNote(`${formatCount(page.total)} in all; more with --cursor ${page.nextCursor}`)
}

function sessionRow(session: Session, now: number): string[] {
  const { id, clientName, transport, projectPath, lastUsedAt, turns, calls, tokens } = session
  return [
    id,
    visible(clientName),
    transport,
    visible(projectPath ?? ''),
    formatAge(lastUsedAt, now),
    formatCount(turns),
    formatCount(calls),
    formatCount(tokens.net),
  ]
}

async function show(id: string, options: CommonOptions): Promise<void> {
  const { api } = await connect(options)
  const session = await api.getSession({ id })
  if (options.json) printJson(session)
  else print(session)
}

function print({ turnList, tokens, repeats, ...session }: OperationOutput<'getSession'>): void {
  const project = session.projectPath === null ? '' : `  in ${visible(session.projectPath)}`
  printLine(`${session.id}  ${visible(session.clientName)}${project}`)
  if (repeats !== null) printLine(`calls of ${repeats}, made again`)
  printLine(`${session.startedAt} to ${session.lastUsedAt}, ${formatCount(session.calls)} calls`)
  const { raw, delivered, reread, net } = tokens
  const [r, d, b, n] = [raw, delivered, reread, net].map(formatCount)
  printLine(`tokens: ${r} raw, ${d} delivered, ${b} read back, ${n} kept out`)
  if (turnList.length > 0) printLine(turnLines(turnList))
}
