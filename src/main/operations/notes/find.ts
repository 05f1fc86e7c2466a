import type { Entry } from '../../../shared/entry.ts'
import { SpillwayError } from '../../../shared/errors.ts'
import { leased } from '../../store/leased.ts'
import type { Services } from '../services.ts'
import type { NoteAuthor, Scope } from './write.ts'

/** @throws SpillwayError `not_found`; a stored result is not a note, and the message says so */
export async function requireNote(
  { store }: Services,
  { client, session, project }: Pick<NoteAuthor, 'client' | 'session' | 'project'>,
  name: string,
  scope: Scope | undefined,
): Promise<Entry> {
  const note = await store.read.note({
    client,
    session,
    project,
    name,
    ...(scope === undefined ? {} : { scope }),
  })
  if (note) return note
  const where = scope === undefined ? '' : ` of scope ${scope}`
  throw new SpillwayError(
    'not_found',
    `There is no note ${name}${where}.`,
    'List them with scratchpad_list or GET /api/v1/notes.',
  )
}

/** A note with the text of that very version, which another writer may be replacing at the same moment. */
export async function readNote(
  services: Services,
  author: NoteAuthor,
  name: string,
  scope: Scope | undefined,
): Promise<{ note: Entry; text: string }> {
  let note = await requireNote(services, author, name, scope)
  for (;;) {
    const text = await textOf(services, note).catch((error: unknown) => error)
    const after = await requireNote(services, author, name, scope)
    const unchanged = after.id === note.id && after.version === note.version
    if (typeof text === 'string' && unchanged) return { note, text }
    // The bytes of a version go when the next is written, so a fault on the way may be only that.
    if (unchanged) throw text
    note = after
  }
}

/** @throws SpillwayError `conflict` where another session has a lease on the note */
export async function assertUnleased(
  { store, now }: Services,
  { client, session, project }: Pick<NoteAuthor, 'client' | 'session' | 'project'>,
  id: string,
): Promise<void> {
  const found = await store.read.notes({ client, session, project, at: now() })
  const note = found.find((listed) => listed.id === id)
  if (note?.lease && note.lease.session !== session) throw leased(note.name, note.lease.until)
}

/** Notes are always text. */
async function textOf({ store, now }: Services, note: Entry): Promise<string> {
  const viewer = { client: null, session: null, project: null, turn: null }
  const found = await store.read.find({ viewer, id: note.id, at: now() })
  if (found.found !== 'live') throw new SpillwayError('expired', `${note.name} is past its life.`)
  const { text } = await store.read.chars({
    content: found.content,
    start: 0,
    end: found.content.sizes.chars ?? 0,
  })
  return text
}
