import type { Command } from 'commander'
import { createCommand } from '../../command.ts'
import { notesLsCommand } from './ls.ts'
import { notesRmCommand } from './rm.ts'
import { notesSyncCommand } from './sync.ts'

export function notesCommand(): Command {
  const examples = ['notes', 'notes rm plan', 'notes sync ./notes', 'notes sync ./notes --watch']
  return createCommand('notes', 'Lists, removes and syncs the notes of a project.', examples)
    .addCommand(notesLsCommand(), { isDefault: true })
    .addCommand(notesRmCommand())
    .addCommand(notesSyncCommand())
}
