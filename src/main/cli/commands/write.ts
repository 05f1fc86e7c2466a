import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { Option } from 'commander'
import type { Command } from 'commander'
import { SpillwayError } from '../../../shared/errors.ts'
import { projectFolder } from '../../client/project.ts'
import { connect, createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { formatBytes } from '../format.ts'
import { parseDuration, parseInteger } from '../parse.ts'
import { printJson, printLine } from '../print.ts'

interface WriteOptions extends CommonOptions {
  readonly file?: string
  readonly scope?: 'project' | 'session'
  readonly project?: string
  readonly session?: string
  readonly ifVersion?: number
  readonly ttl?: number
}

export function writeCommand(): Command {
  const examples = [
    'write plan --file plan.md',
    'write plan --file plan.md --if-version 3',
    'write finding --ttl 7d < finding.txt',
  ]
  return createCommand('write', 'Writes a note that agents in this project can read.', examples)
    .argument('<name>', 'letters, digits, - and _, at most 64')
    .option('--file <path>', 'where the text is (default: stdin)')
    .addOption(
      new Option('--scope <scope>', 'who reads it (default: project)').choices(['project', 'session']),
    )
    .option('--project <folder>', 'the project (default: the one of this folder)')
    .option('--session <id>', 'the session, for --scope session')
    .option('--if-version <n>', 'only over this version; 0: only where there is none', parseInteger)
    .option('--ttl <age>', 'how long it is kept: 90s, 15m, 24h, 7d', parseDuration)
    .action(write)
}

async function write(name: string, options: WriteOptions): Promise<void> {
  const { scope, session, ifVersion, ttl } = options
  if (scope === 'session' && session === undefined)
    throw new SpillwayError(
      'invalid_input',
      'A note of a session needs --session.',
      'See spillway ls --json.',
    )
  const content = await noteText(options.file)
  const project = projectFolder(options.project ?? process.cwd())
  const { api } = await connect(options)
  const note = await api.putNote({ name, content, project, session, scope, ifVersion, ttlSeconds: ttl })
  if (options.json) return printJson(note)
  printLine(`${note.name} is at version ${note.version}, ${formatBytes(note.bytes)}.`)
}

async function noteText(file: string | undefined): Promise<string> {
  const bytes = file === undefined ? await buffer(process.stdin) : await readFile(file)
  if (isUtf8(bytes)) return bytes.toString()
  throw new SpillwayError('unsupported_media', `${file ?? 'stdin'} is not UTF-8 text, and a note is.`)
}
