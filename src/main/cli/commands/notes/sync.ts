import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { projectFolder } from '../../../client/project.ts'
import { syncNotes } from '../../../client/notes/sync.ts'
import type { SyncLine, SyncReport } from '../../../client/notes/sync.ts'
import { watchNotes } from '../../../client/notes/watch.ts'
import { connect, createCommand } from '../../command.ts'
import type { CommonOptions } from '../../command.ts'
import { printJson, printLine, visible } from '../../print.ts'
import { ReportedFailure } from '../../reported.ts'

interface NotesSyncOptions extends CommonOptions {
  readonly project?: string
  readonly watch?: boolean
}

const DID: Record<SyncLine['did'], string> = {
  'write-file': 'file written',
  'write-note': 'note written',
  'remove-file': 'file removed',
  'remove-note': 'note removed',
  conflict: 'CONFLICT',
  unresolved: 'UNRESOLVED',
  refused: 'REFUSED',
}

export function notesSyncCommand(): Command {
  const examples = ['notes sync ./notes', 'notes sync ./notes --project ~/work/site --watch']
  return createCommand('sync', 'Makes the notes of a project and the files of a folder equal.', examples)
    .argument('<dir>', 'the folder of the files, NAME.md each')
    .option('--project <folder>', 'the project (default: the one of this folder)')
    .option('--watch', 'stay, and carry over what changes on either side')
    .action((dir: string, _, command: Command) => sync(dir, command.optsWithGlobals()))
}

async function sync(dir: string, options: NotesSyncOptions): Promise<void> {
  const folder = resolve(dir)
  const project = projectFolder(options.project ?? process.cwd())
  const pass = async () => {
    // Asked for anew each time: while this watches, the daemon may have been restarted.
    const { api, daemon } = await connect(options)
    return await syncNotes({ api, daemon, project, folder })
  }
  if (options.watch) return await watch(folder, options, pass)
  const report = await pass()
  print(report, options)
  if (!report.clean) throw new ReportedFailure()
}

async function watch(
  folder: string,
  options: NotesSyncOptions,
  pass: () => Promise<SyncReport>,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const { api, home } = await connect(options)
  const { lastSeq } = await api.listEvents({ limit: 1 })
  let before = ''
  await watchNotes({ home, folder, seq: lastSeq }, async () => {
    const report = await pass()
    // What needs a person is said once, not at every change of something else.
    const told = JSON.stringify(report.lines)
    if (told !== before && report.lines.length > 0) print(report, options)
    before = told
  })
}

function print(report: SyncReport, { json }: NotesSyncOptions): void {
  if (json) return printJson(report)
  for (const { name, did, note } of report.lines)
    printLine(visible(`${DID[did].padEnd(12)}  ${name}${note === undefined ? '' : `: ${note}`}`))
}
