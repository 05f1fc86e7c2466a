import { Option } from 'commander'
import type { Command } from 'commander'
import type { OperationInput } from '../../../shared/contract.ts'
import type { SimulatedFigures, Simulation } from '../../../shared/contract/simulate.ts'
import { SpillwayError } from '../../../shared/errors.ts'
import { connect, createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { formatBytes, formatCount } from '../format.ts'
import { parseInteger } from '../parse.ts'
import { printJson, printLine } from '../print.ts'
import { formatTable } from '../table.ts'
import { openViewer } from '../viewer.ts'

type Policy = NonNullable<OperationInput<'simulate'>['policy']>

interface SimulateOptions extends CommonOptions {
  readonly session?: string
  readonly turn?: string
  readonly from?: string
  readonly to?: string
  readonly threshold?: number
  readonly previewTokens?: number
  readonly style?: Policy['previewStyle']
  readonly preset?: Policy['preset']
  readonly tool: Record<string, number | 'inline' | 'offload'>
}

export function simulateCommand(): Command {
  const examples = [
    'simulate --threshold 8192',
    'simulate why.spillway --preset metnos',
    'simulate --session s_0123456789abcdef --preset amalfa',
    'simulate --from 2026-11-01T00:00:00Z --tool "fs.read_*=16384" --tool web.fetch=inline --json',
  ]
  return createCommand('simulate', 'Says what recorded calls would have cost under another policy.', examples)
    .argument('[file]', 'a .spillway file in place of the home')
    .option('--session <id>', 'only the calls of this session')
    .option('--turn <id>', 'only the calls of this turn')
    .option('--from <time>', 'only calls from then on (ISO 8601)')
    .option('--to <time>', 'only calls before then (ISO 8601)')
    .option('--threshold <bytes>', 'results over so many bytes are stored', parseInteger)
    .option('--preview-tokens <n>', 'what a reference and its preview may cost', parseInteger)
    .addOption(new Option('--style <style>', 'of previews').choices(['auto', 'head-tail', 'terse', 'none']))
    .addOption(
      new Option('--preset <name>', 'start from this preset, not from the policy in force').choices([
        'default',
        'metnos',
        'amalfa',
        'coding-agent',
      ]),
    )
    .option(
      '--tool <glob=rule>',
      'for tools that match: a threshold in bytes, inline or offload; may be repeated',
      parseToolRule,
      {},
    )
    .action(simulate)
}

function parseToolRule(text: string, before: SimulateOptions['tool']): SimulateOptions['tool'] {
  const [, glob = '', rule = ''] = /^(.+)=(\d+|inline|offload)$/.exec(text) ?? []
  if (glob === '')
    throw new SpillwayError(
      'invalid_input',
      `${text} is no rule for tools.`,
      'Write it as fs.read_*=8192, fs.read_*=inline or fs.read_*=offload.',
    )
  return { ...before, [glob]: rule === 'inline' || rule === 'offload' ? rule : Number(rule) }
}

async function simulate(file: string | undefined, options: SimulateOptions): Promise<void> {
  const { session, turn, from, to } = options
  const viewer = file === undefined ? null : await openViewer(file)
  const { api } = viewer ?? (await connect(options))
  try {
    const simulation = await api.simulate({ session, turn, from, to, policy: policyOf(options) })
    if (options.json) printJson(simulation)
    else print(simulation)
  } finally {
    await viewer?.close()
  }
}

function policyOf({ threshold, previewTokens, style, preset, tool }: SimulateOptions): Policy {
  const tools = Object.fromEntries(
    Object.entries(tool).map(([glob, rule]) => [
      glob,
      typeof rule === 'number' ? { thresholdBytes: rule } : { action: rule },
    ]),
  )
  return {
    preset,
    thresholdBytes: threshold,
    previewTokens,
    previewStyle: style,
    ...(Object.keys(tool).length > 0 && { tools }),
  }
}

const RIGHT = { align: 'right' } as const
const COLUMNS = [
  {},
  { title: 'stored', ...RIGHT },
  { title: 'delivered', ...RIGHT },
  { title: 'read again', ...RIGHT },
  { title: 'saved', ...RIGHT },
  { title: '%', ...RIGHT },
]

function print({
  recorded,
  simulated,
  raw,
  calls,
  omitted,
  byTool,
  curve,
  thresholdBytes,
}: Simulation): void {
  printLine(
    `${formatCount(calls)} calls${omitted > 0 ? `, ${formatCount(omitted)} older ones left out` : ''}`,
  )
  const nothing = ['without Spillway', '0', formatCount(raw), '0', '0', '0']
  printLine(formatTable(COLUMNS, [nothing, cells('as recorded', recorded), cells('simulated', simulated)]))
  for (const line of doubts(simulated)) printLine(line)
  printLine('')
  printLine(
    formatTable(
      COLUMNS,
      byTool.map((tool) => cells(tool.tool, tool.simulated)),
    ),
  )
  printLine('')
  const points = curve.map((point) =>
    cells(
      `${formatBytes(point.thresholdBytes)}${point.thresholdBytes === thresholdBytes ? ' ←' : ''}`,
      point,
    ),
  )
  printLine(formatTable([{ title: 'threshold', ...RIGHT }, ...COLUMNS.slice(1)], points))
}

function cells(title: string, { offloaded, tokens, exact }: SimulatedFigures): string[] {
  const share = tokens.raw === 0 ? 0 : (100 * tokens.net) / tokens.raw
  const about = exact ? '' : '~'
  return [
    title,
    formatCount(offloaded),
    `${about}${formatCount(tokens.delivered)}`,
    formatCount(tokens.reread),
    `${about}${formatCount(tokens.net)}`,
    share.toFixed(1),
  ]
}

/** What the figures do not know. */
function doubts({ newlyOffloaded, estimated, netAtLeast }: SimulatedFigures): string[] {
  return [
    ...(estimated > 0 ? [`~ ${formatCount(estimated)} references are estimated: they were never made.`] : []),
    ...(newlyOffloaded > 0
      ? [
          `~ ${formatCount(newlyOffloaded)} results would newly be stored, and nobody could read them: if all of them were read back whole, ${formatCount(netAtLeast)} would be saved.`,
        ]
      : []),
  ]
}
