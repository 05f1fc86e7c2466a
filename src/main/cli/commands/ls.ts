import { Option } from 'commander'
import type { Command } from 'commander'
import type { OperationInput } from '../../../shared/contract.ts'
import type { Entry } from '../../../shared/entry.ts'
import { connect, createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { formatAge, formatBytes, formatCount, formatSeconds } from '../format.ts'
import { parseInteger } from '../parse.ts'
import { printJson, printLine, printNote } from '../print.ts'
import { formatTable } from '../table.ts'
import type { Column } from '../table.ts'

type LsOptions = CommonOptions & OperationInput<'listEntries'> & { readonly query?: string }

const SORTS = ['newest', 'oldest', 'largest', 'smallest', 'used', 'name']

const COLUMNS: readonly Column[] = [
  { title: 'ID' },
  { title: 'NAME' },
  { title: 'TOOL' },
  { title: 'KIND' },
  { title: 'SIZE', align: 'right' },
  { title: 'LINES', align: 'right' },
  { title: 'AGE', align: 'right' },
  { title: 'LEFT', align: 'right' },
]

export function lsCommand(): Command {
  return createCommand('ls', 'Lists entries.', [
    'ls',
    "ls --tool 'fs.*' --sort largest",
    'ls --query error --json',
  ])
    .option('--session <id>', 'only of this session')
    .option('--tool <glob>', 'only of these tools, as server.tool')
    .option('--kind <kind>', 'only of this kind, such as json or log')
    .option('--query <text>', 'only where name or tool contains this')
    .option('--pinned', 'only pinned ones')
    .addOption(new Option('--sort <order>', 'order').choices(SORTS).default('newest'))
    .option('--limit <n>', 'at most so many', parseInteger, 50)
    .option('--cursor <cursor>', 'go on after an earlier list')
    .action(ls)
}

async function ls(options: LsOptions): Promise<void> {
  const { session, tool, kind, query, pinned, sort, limit, cursor } = options
  const { api } = await connect(options)
  const page = await api.listEntries({ session, tool, kind, q: query, pinned, sort, limit, cursor })
  if (options.json) return printJson(page)
  if (page.items.length === 0) return printNote('No entries.')
  printLine(
    formatTable(
      COLUMNS,
      page.items.map((entry) => entryRow(entry, Date.now())),
    ),
  )
  for (const { id, reason } of page.damaged ?? []) printNote(`${id} is damaged and left out: ${reason}`)
  if (page.nextCursor) printNote(`${formatCount(page.total)} in all; more with --cursor ${page.nextCursor}`)
}

function entryRow(entry: Entry, now: number): string[] {
  const left = entry.expiresAt === null ? 'kept' : formatSeconds((Date.parse(entry.expiresAt) - now) / 1_000)
  return [
    entry.id,
    entry.name,
    entry.server === null ? entry.tool : `${entry.server}.${entry.tool}`,
    entry.kind,
    formatBytes(entry.bytes),
    entry.lines === null ? '–' : formatCount(entry.lines),
    formatAge(entry.createdAt, now),
    entry.pinned ? 'pinned' : left,
  ]
}
