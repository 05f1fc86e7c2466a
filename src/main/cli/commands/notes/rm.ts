import type { Command } from 'commander'
import { projectFolder } from '../../../client/project.ts'
import { connect, createCommand } from '../../command.ts'
import type { CommonOptions } from '../../command.ts'
import { parseInteger } from '../../parse.ts'
import { printPruned } from '../../pruned.ts'

interface NotesRmOptions extends CommonOptions {
  readonly project?: string
  readonly ifVersion?: number
}

export function notesRmCommand(): Command {
  const examples = ['notes rm plan', 'notes rm plan --if-version 3']
  return createCommand('rm', 'Removes a note of a project.', examples)
    .argument('<name>', 'name of the note')
    .option('--project <folder>', 'the project (default: the one of this folder)')
    .option('--if-version <n>', 'only while it is this version', parseInteger)
    .action((name: string, _, command: Command) => remove(name, command.optsWithGlobals()))
}

async function remove(name: string, options: NotesRmOptions): Promise<void> {
  const project = projectFolder(options.project ?? process.cwd())
  const { api } = await connect(options)
  const removed = await api.deleteNote({ name, project, scope: 'project', ifVersion: options.ifVersion })
  printPruned(removed, { json: options.json, dryRun: false })
}
