import { pipeline } from 'node:stream/promises'
import { Option } from 'commander'
import type { Command } from 'commander'
import { readRefusal } from '../../client/refusal.ts'
import type { DaemonAddress } from '../../client/discover.ts'
import { SpillwayError } from '../../../shared/errors.ts'
import { HEADER } from '../../../shared/names.ts'
import type { ReadParams } from '../../../shared/reading.ts'
import { connect, createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { parseInteger } from '../parse.ts'
import { printJson, printNote, visible } from '../print.ts'

type ReadOptions = CommonOptions & ReadParams & { readonly raw?: boolean }

const MODES = ['head', 'tail', 'range', 'lines', 'full', 'grep']

export function readCommand(): Command {
  const examples = [
    'read e_0123456789ab',
    'read e_0123456789ab --mode lines --start 10 --end 20',
    "read e_0123456789ab --pattern 'ERROR|FATAL' --context 2",
    'read e_0123456789ab --raw > whole.log',
  ]
  return createCommand('read', 'Prints a slice of an entry; what it is goes to stderr.', examples)
    .argument('<id>', 'entry id, name, or sha256: and at least 12 hex digits')
    .addOption(
      new Option('--mode <mode>', 'what to read (default: head, or grep with --pattern)').choices(MODES),
    )
    .option('-n <count>', 'characters of head and tail', parseInteger)
    .option(
      '--start <n>',
      'first character (from 0) or line (from 1); negative counts from the end',
      parseInteger,
    )
    .option('--end <n>', 'the character or line after the last', parseInteger)
    .option('--pattern <regex>', 'what to look for')
    .option('--context <lines>', 'lines around each match', parseInteger)
    .option('--ignore-case', 'match capitals and small letters alike')
    .option('--count', 'only count the matches')
    .option('--cursor <cursor>', 'go on after an earlier read')
    .option('--raw', 'the exact bytes of the whole entry')
    .action(read)
}

async function read(id: string, options: ReadOptions): Promise<void> {
  const { api, daemon } = await connect(options)
  if (options.raw) return await copyContent(daemon, id)
  const { n, start, end, pattern, context, ignoreCase, count, cursor } = options
  const mode = options.mode ?? (pattern === undefined ? undefined : 'grep')
  const slice = await api.readEntry({ id, mode, n, start, end, pattern, context, ignoreCase, count, cursor })
  if (options.json) return printJson(slice)
  // Piped output is the slice and nothing else; a terminal gets the line break that it needs.
  process.stdout.write(process.stdout.isTTY ? `${visible(slice.text)}\n` : slice.text)
  printNote(slice.footer)
  if (slice.cursor !== undefined) printNote(`More with --cursor ${slice.cursor}`)
}

async function copyContent(daemon: DaemonAddress, id: string): Promise<void> {
  const url = new URL(`/api/v1/entries/${encodeURIComponent(id)}/content`, daemon.url)
  const headers = { authorization: `Bearer ${daemon.token}`, [HEADER.view]: '1' }
  const response = await fetch(url, { headers, redirect: 'error' })
  if (!response.ok || response.body === null)
    throw (
      readRefusal(await response.json()) ??
      new SpillwayError('internal', `The daemon answered ${response.status}.`)
    )
  await pipeline(response.body, process.stdout, { end: false })
}
