import type { OperationArgs, OperationOutput } from '../../../shared/contract.ts'
import { SpillwayError } from '../../../shared/errors.ts'
import type { ActiveSession } from '../../recording/active-session.ts'
import { getEntry } from '../get-entry.ts'
import { ADMIN, type Caller, type Services, visibleTo } from '../services.ts'
import { sessionOf } from '../session-of.ts'
import { removeEntry } from '../remove-entry.ts'
import { assertUnleased, readNote, requireNote } from './find.ts'
import { type NoteAuthor, type Scope, writeNote } from './write.ts'

/** What one list of all notes gives at most. */
const LISTED_NOTES = 2_000

interface Where {
  readonly session?: string | undefined
  /** A folder; by default the caller's. */
  readonly project?: string | undefined
}

export const authorOf = (session: ActiveSession): NoteAuthor => ({
  client: session.client,
  session: session.id,
  project: session.projectId,
  turn: session.currentTurn,
})

/** People and programs write from a session too: the one they name, else the rolling one of their folder. */
async function author(services: Services, caller: Caller, { session, project }: Where): Promise<NoteAuthor> {
  return authorOf(
    await sessionOf(services, { ...caller, projectPath: project ?? caller.projectPath }, session),
  )
}

/** Where no session is named a note is for the project: it should outlast the program that wrote it. */
const scopeOf = (services: Services, caller: Caller, where: Where, scope: Scope | undefined): Scope =>
  scope ??
  (where.session === undefined && caller.session === null ? 'project' : services.config().notes.defaultScope)

export async function listNotes(
  services: Services,
  caller: Caller,
  input: OperationArgs<'listNotes'>,
): Promise<OperationOutput<'listNotes'>> {
  const at = services.now()
  if (input.all) return services.store.read.allNotes({ client: visibleTo(caller), at, limit: LISTED_NOTES })
  const { client, session, project } = await author(services, caller, input)
  const items = await services.store.read.notes({ client, session, project, at })
  return { items, total: items.length }
}

/** Writes over the version that the caller saw. @throws SpillwayError `not_found`, `conflict` */
export async function rewriteNote(
  services: Services,
  caller: Caller,
  { id, content, ifVersion }: OperationArgs<'rewriteNote'>,
): Promise<OperationOutput<'rewriteNote'>> {
  const { note, client, project, session, name, scope } = await getEntry(services, caller, { id })
  if (!note)
    throw new SpillwayError('invalid_input', `${id} is no note.`, 'What a tool gave stays as it came.')
  const writer = await author(services, caller, {})
  return writeNote(
    services,
    {
      client: client ?? ADMIN,
      project,
      // A lease is a session's: whoever writes a project's note from here is another one.
      session: scope === 'session' ? session : writer.session,
      turn: null,
    },
    { name, content, scope, ifVersion },
  )
}

export async function getNote(
  services: Services,
  caller: Caller,
  { name, scope, ...where }: OperationArgs<'getNote'>,
): Promise<OperationOutput<'getNote'>> {
  const { note, text } = await readNote(services, await author(services, caller, where), name, scope)
  return { ...note, content: text }
}

export async function putNote(
  services: Services,
  caller: Caller,
  { session, project, scope, ...note }: OperationArgs<'putNote'>,
): Promise<OperationOutput<'putNote'>> {
  const where = { session, project }
  return writeNote(services, await author(services, caller, where), {
    ...note,
    scope: scopeOf(services, caller, where, scope),
  })
}

/** @throws SpillwayError `not_found`, or `conflict` where it is another version than the caller saw, or leased by another session */
export async function deleteNote(
  services: Services,
  caller: Caller,
  { name, scope, ifVersion, ...where }: OperationArgs<'deleteNote'>,
): Promise<OperationOutput<'deleteNote'>> {
  const writer = await author(services, caller, where)
  const note = await requireNote(services, writer, name, scope)
  const removed = await removeEntry(services, visibleTo(caller), note.id, {
    ...(ifVersion === undefined ? {} : { ifVersion }),
    unleasedBut: writer.session,
  })
  if (removed.entries === 0) await assertUnleased(services, writer, note.id)
  if (ifVersion !== undefined && removed.entries === 0)
    throw new SpillwayError('conflict', `${name} is not at version ${ifVersion}.`, 'Read it again first.')
  return removed
}
