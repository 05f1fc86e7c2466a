import type { Entry } from '../../../shared/entry.ts'
import { SpillwayError } from '../../../shared/errors.ts'
import { ADMIN, type Services } from '../services.ts'
import { readNote, requireNote } from './find.ts'
import { type NoteAuthor, type Scope, writeNote } from './write.ts'

export interface NoteEdit {
  readonly name: string
  readonly scope?: Scope | undefined
  /** All of the new text; or `old_string` with `new_string`, never both. */
  readonly content?: string | undefined
  readonly old_string?: string | undefined
  readonly new_string?: string | undefined
  readonly replace_all?: boolean | undefined
}

/**
 * Changes a note by the rules of P6. It is written with the version that was read, so an edit never undoes another that came between.
 * @throws SpillwayError `invalid_input`, `not_found` (the note or `old_string`), `conflict` (ambiguous, or changed meanwhile), `forbidden` (a person's)
 */
export async function editNote(services: Services, author: NoteAuthor, edit: NoteEdit): Promise<Entry> {
  const { name, scope, content, old_string, new_string } = edit
  const replaces = old_string !== undefined || new_string !== undefined
  if (replaces === (content !== undefined))
    throw new SpillwayError('invalid_input', 'Give either `content`, or `old_string` with `new_string`.')
  if (content !== undefined) {
    const note = await requireNote(services, author, name, scope)
    assertOwn(note, author)
    return writeNote(services, author, { name, content, scope: note.scope, ifVersion: note.version })
  }
  const { note, text } = await readNote(services, author, name, scope)
  assertOwn(note, author)
  const written = { name, content: replaced(text, edit), scope: note.scope, ifVersion: note.version }
  return writeNote(services, author, written)
}

/** What a person wrote as a standing rule is for agents to read. @throws SpillwayError `forbidden` */
function assertOwn({ name, client }: Entry, author: NoteAuthor): void {
  if (client !== null || author.client === ADMIN) return
  throw new SpillwayError(
    'forbidden',
    `${name} was written by a person, who alone may change it.`,
    'Write what you have to add under a name of your own.',
  )
}

function replaced(text: string, { name, old_string, new_string, replace_all }: NoteEdit): string {
  if (old_string === undefined || new_string === undefined || old_string === '')
    throw new SpillwayError(
      'invalid_input',
      '`old_string` and `new_string` go together, and `old_string` is not empty.',
    )
  const parts = text.split(old_string)
  const found = parts.length - 1
  if (found === 0)
    throw new SpillwayError(
      'not_found',
      `old_string does not occur in ${name}.`,
      'Read the note and copy the text exactly.',
    )
  if (found > 1 && !replace_all)
    throw new SpillwayError(
      'conflict',
      `old_string occurs ${found} times in ${name}.`,
      'Make it longer so that it is unique, or set replace_all.',
    )
  return parts.join(new_string)
}
