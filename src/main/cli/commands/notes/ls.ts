import type { Command } from 'commander'
import type { Entry } from '../../../../shared/entry.ts'
import { projectFolder } from '../../../client/project.ts'
import { connect, createCommand } from '../../command.ts'
import type { CommonOptions } from '../../command.ts'
import { formatAge, formatBytes } from '../../format.ts'
import { printJson, printLine, printNote } from '../../print.ts'
import { formatTable } from '../../table.ts'
import type { Column } from '../../table.ts'

interface NotesLsOptions extends CommonOptions {
  readonly project?: string
  readonly session?: string
}

const COLUMNS: readonly Column[] = [
  { title: 'NAME' },
  { title: 'SCOPE' },
  { title: 'VERSION', align: 'right' },
  { title: 'SIZE', align: 'right' },
  { title: 'USED', align: 'right' },
  { title: 'ID' },
]

export function notesLsCommand(): Command {
  const examples = ['notes ls', 'notes ls --project ~/work/site --json']
  return createCommand('ls', 'Lists the notes of a project.', examples)
    .option('--project <folder>', 'the project (default: the one of this folder)')
    .option('--session <id>', 'those of this session too')
    .action((_, command: Command) => list(command.optsWithGlobals()))
}

async function list(options: NotesLsOptions): Promise<void> {
  const project = projectFolder(options.project ?? process.cwd())
  const { api } = await connect(options)
  const notes = await api.listNotes({ project, session: options.session })
  if (options.json) return printJson(notes)
  if (notes.items.length === 0) return printNote(`No notes in ${project}.`)
  printLine(
    formatTable(
      COLUMNS,
      notes.items.map((note) => noteRow(note, Date.now())),
    ),
  )
}

function noteRow(note: Entry, now: number): string[] {
  const { name, scope, version, bytes, lastUsedAt, id } = note
  return [name, scope, String(version), formatBytes(bytes), formatAge(lastUsedAt, now), id]
}
