import type { Command } from 'commander'
import { connect, createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { formatCount } from '../format.ts'
import { parseInteger } from '../parse.ts'
import { printJson, printLine, printNote, visible } from '../print.ts'

interface SearchOptions extends CommonOptions {
  readonly pattern?: string
  readonly session?: string
  readonly limit?: number
}

export function searchCommand(): Command {
  const examples = ['search connection refused', "search --pattern 'HTTP 5[0-9]{2}'", 'search timeout --json']
  return createCommand('search', 'Looks for words, or a pattern, in all entries.', examples)
    .argument('[words...]', 'words that an entry has all of; each is found at the beginning of a word')
    .option('--pattern <regex>', 'a regular expression instead of words')
    .option('--session <id>', 'only of this session')
    .option('--limit <n>', 'at most so many entries', parseInteger)
    .action(search)
}

async function search(words: readonly string[], options: SearchOptions): Promise<void> {
  const { pattern, session, limit } = options
  const q = words.length > 0 ? words.join(' ') : undefined
  const { api } = await connect(options)
  const found = await api.search({ q, pattern, session, limit })
  if (options.json) return printJson(found)
  if (found.items.length === 0) return printNote('Nothing was found.')
  for (const { id, name, tool, matches, text } of found.items)
    printLine(visible(`${id}  ${name}  ${tool}  ${formatCount(matches)} matching lines\n${indent(text)}`))
}

const indent = (text: string) => text.trimEnd().replaceAll(/^/gm, '  ')
