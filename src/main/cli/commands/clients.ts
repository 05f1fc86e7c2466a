import type { Command } from 'commander'
import { connect, createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { formatAge } from '../format.ts'
import { printJson, printLine, printNote } from '../print.ts'
import { formatTable } from '../table.ts'
import type { Column } from '../table.ts'

const COLUMNS: readonly Column[] = [
  { title: 'ID' },
  { title: 'NAME' },
  { title: 'AGE', align: 'right' },
  { title: 'SEEN', align: 'right' },
]

export function clientsCommand(): Command {
  const examples = [
    'clients',
    "clients add 'my script'",
    'clients rotate k_0123456789ab',
    'clients ls --json',
  ]
  return createCommand('clients', 'Lists, adds and revokes the programs that have a token.', examples)
    .addCommand(lsCommand(), { isDefault: true })
    .addCommand(addCommand())
    .addCommand(rotateCommand())
    .addCommand(rmCommand())
}

const lsCommand = () =>
  createCommand('ls', 'Lists the programs that have a token of their own.', ['clients ls']).action(
    (_, command: Command) => list(command.optsWithGlobals()),
  )

const addCommand = () =>
  createCommand('add', 'Makes a client and prints its token, this once.', ["clients add 'my script'"])
    .argument('<name>', 'what it is called in the app')
    .action((name: string, _, command: Command) => add(name, command.optsWithGlobals()))

const rotateCommand = () =>
  createCommand('rotate', 'Gives a client a new token; the old one stops working at once.', [
    'clients rotate k_0123456789ab',
  ])
    .argument('<id>', 'the client')
    .action((id: string, _, command: Command) => rotate(id, command.optsWithGlobals()))

const rmCommand = () =>
  createCommand('rm', 'Revokes a client: its token stops working at once.', ['clients rm k_0123456789ab'])
    .argument('<id>', 'the client')
    .action((id: string, _, command: Command) => remove(id, command.optsWithGlobals()))

async function list(options: CommonOptions): Promise<void> {
  const { api } = await connect(options)
  const clients = await api.listClients({})
  if (options.json) return printJson(clients)
  if (clients.items.length === 0) return printNote('No clients.')
  const now = Date.now()
  const rows = clients.items.map(({ id, name, createdAt, lastSeenAt }) => [
    id,
    name,
    formatAge(createdAt, now),
    lastSeenAt === null ? 'never' : formatAge(lastSeenAt, now),
  ])
  printLine(formatTable(COLUMNS, rows))
}

async function add(name: string, options: CommonOptions): Promise<void> {
  const { api } = await connect(options)
  printToken(await api.createClient({ name }), options)
}

async function rotate(id: string, options: CommonOptions): Promise<void> {
  const { api } = await connect(options)
  printToken(await api.rotateClient({ id }), options)
}

async function remove(id: string, options: CommonOptions): Promise<void> {
  const { api } = await connect(options)
  const removed = await api.deleteClient({ id })
  if (options.json) return printJson(removed)
  printLine(`${removed.id} is revoked.`)
}

/** The token alone on stdout, so that it can go straight into a file or another program. */
function printToken(made: { id: string; name: string; token: string }, { json }: CommonOptions): void {
  if (json) return printJson(made)
  printNote(`${made.id} ${made.name}. The token is shown this once:`)
  printLine(made.token)
}
