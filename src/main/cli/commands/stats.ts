import type { Command } from 'commander'
import type { Stats } from '../../../shared/contract/figures.ts'
import { connect, createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { formatBytes, formatCount } from '../format.ts'
import { printJson, printLine } from '../print.ts'
import { formatTable } from '../table.ts'
import type { Column } from '../table.ts'

type StatsOptions = CommonOptions & { readonly session?: string }

const FIGURES: readonly Column[] = [{}, { align: 'right' }]
const BY_TOOL: readonly Column[] = [
  { title: 'TOOL' },
  { title: 'CALLS', align: 'right' },
  { title: 'OFFLOADS', align: 'right' },
  { title: 'SIZE', align: 'right' },
  { title: 'TOKENS SAVED', align: 'right' },
]

export function statsCommand(): Command {
  return createCommand('stats', 'Shows sizes, counts and tokens saved.', ['stats', 'stats --json'])
    .option('--session <id>', 'only of this session')
    .action(stats)
}

async function stats(options: StatsOptions): Promise<void> {
  const { api } = await connect(options)
  const figures = await api.stats({ session: options.session })
  if (options.json) return printJson(figures)
  printLine(formatTable(FIGURES, figureRows(figures)))
  if (figures.byTool.length > 0) printLine(`\n${formatTable(BY_TOOL, toolRows(figures))}`)
}

function figureRows(stats: Stats): string[][] {
  return [
    ['entries', formatCount(stats.entries)],
    ['blobs', formatCount(stats.blobs)],
    ['content', formatBytes(stats.bytesRaw)],
    ['on disk', `${formatBytes(stats.bytesStored)} of ${formatBytes(stats.maxBytes)}`],
    ['dedup hits', `${formatCount(stats.dedupHits)} (${formatBytes(stats.dedupBytes)})`],
    ['calls', formatCount(stats.calls)],
    ['offloaded', formatCount(stats.offloads)],
    ['inline', formatCount(stats.inline)],
    ['failed open', formatCount(stats.failOpen)],
    ['cancelled', formatCount(stats.cancelled)],
    ['reads', formatCount(stats.reads)],
    ['tokens raw', formatCount(stats.tokens.raw)],
    ['tokens delivered', formatCount(stats.tokens.delivered)],
    ['tokens re-read', formatCount(stats.tokens.reread)],
    ['tokens saved', formatCount(stats.tokens.net)],
  ]
}

function toolRows(stats: Stats): string[][] {
  return stats.byTool.map((row) => [
    row.tool,
    formatCount(row.calls),
    formatCount(row.offloads),
    formatBytes(row.bytes),
    formatCount(row.tokens.net),
  ])
}
