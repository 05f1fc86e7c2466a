import type { ListedNote } from '../../../shared/contract/notes.ts'

/** People write with the admin token: their project notes are read by every client. */
export const isPersons = ({ client }: ListedNote): boolean => client === null

export const authorOf = (note: ListedNote): string => (isPersons(note) ? 'people' : `client ${note.client}`)

/** Who reads it, in a sentence. */
export function readersOf(note: ListedNote): string {
  const { scope, session, projectPath } = note
  if (scope === 'session') return `read by session ${session} alone`
  if (!isPersons(note)) return `read by its client in ${projectPath ?? 'no project'}`
  return projectPath === null ? 'read by every agent' : `read by every agent in ${projectPath}`
}
