import { pipeline } from 'node:stream/promises'
import { Option } from 'commander'
import type { Command } from 'commander'
import { fetchContent } from '../../client/content.ts'
import type { ReadParams } from '../../../shared/reading.ts'
import { connect, createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { parseInteger } from '../parse.ts'
import { printJson, printNote, visible } from '../print.ts'

type ReadOptions = CommonOptions & ReadParams & { readonly raw?: boolean }

const MODES = ['head', 'tail', 'range', 'lines', 'full', 'grep', 'json', 'sql']

export function readCommand(): Command {
  const examples = [
    'read e_0123456789ab',
    'read e_0123456789ab --mode lines --start 10 --end 20',
    "read e_0123456789ab --pattern 'ERROR|FATAL' --context 2",
    "read e_0123456789ab --path '$.items[*].id'",
    "read e_0123456789ab --query 'SELECT status, count(*) FROM t GROUP BY 1'",
    'read e_0123456789ab --raw > whole.log',
  ]
  return createCommand('read', 'Prints a slice of an entry; what it is goes to stderr.', examples)
    .argument('<id>', 'entry id, name, or sha256: and at least 12 hex digits')
    .addOption(
      new Option(
        '--mode <mode>',
        'what to read (default: head, or what --pattern, --path or --query need)',
      ).choices(MODES),
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
    .option('--path <jsonpath>', 'what to take out of JSON (RFC 9535)')
    .option('--query <select>', 'one SELECT over the table t that CSV, NDJSON or a JSON array makes')
    .option('--cursor <cursor>', 'go on after an earlier read')
    .option('--raw', 'the exact bytes of the whole entry')
    .action(read)
}

async function read(id: string, options: ReadOptions): Promise<void> {
  const { api, daemon } = await connect(options)
  if (options.raw) return await pipeline(await fetchContent(daemon, id), process.stdout, { end: false })
  const { n, start, end, pattern, context, ignoreCase, count, path, query, cursor } = options
  const search = { pattern, context, ignoreCase, count }
  const slice = await api.readEntry({
    id,
    mode: modeOf(options),
    n,
    start,
    end,
    ...search,
    path,
    query,
    cursor,
  })
  if (options.json) return printJson(slice)
  // Piped output is the slice and nothing else; a terminal gets the line break that it needs.
  process.stdout.write(process.stdout.isTTY ? `${visible(slice.text)}\n` : slice.text)
  printNote(slice.footer)
  if (slice.cursor !== undefined) printNote(`More with --cursor ${slice.cursor}`)
}

/** A pattern, a path or a query says by itself how to read. */
function modeOf({ mode, pattern, path, query }: ReadOptions): ReadParams['mode'] {
  if (mode !== undefined) return mode
  if (pattern !== undefined) return 'grep'
  if (path !== undefined) return 'json'
  return query === undefined ? undefined : 'sql'
}
