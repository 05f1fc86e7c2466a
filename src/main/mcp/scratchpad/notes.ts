import { z } from 'zod'
import { SpillwayError } from '../../../shared/errors.ts'
import { scope } from '../../../shared/entry.ts'
import type { Entry } from '../../../shared/entry.ts'
import { authorOf } from '../../operations/notes/api.ts'
import { editNote } from '../../operations/notes/edit.ts'
import { assertUnleased, requireNote } from '../../operations/notes/find.ts'
import { writeNote } from '../../operations/notes/write.ts'
import { findContent } from '../../operations/reader.ts'
import { removeEntry } from '../../operations/remove-entry.ts'
import type { Services } from '../../operations/services.ts'
import type { ToolResult } from '../../policy/payload.ts'
import type { ActiveSession } from '../../recording/active-session.ts'
import { parseArgs } from './args.ts'

const writeArgs = z.strictObject({
  name: z.string(),
  content: z.string(),
  scope: scope.optional(),
  ifVersion: z.int().min(0).optional(),
  lease: z.int().min(0).max(86_400).optional(),
})

const editArgs = z.strictObject({
  name: z.string(),
  content: z.string().optional(),
  old_string: z.string().optional(),
  new_string: z.string().optional(),
  replace_all: z.boolean().optional(),
  scope: scope.optional(),
})

const deleteArgs = z.strictObject({
  id: z.string().optional(),
  name: z.string().optional(),
  scope: scope.optional(),
})

export async function scratchpadWrite(
  services: Services,
  session: ActiveSession,
  given: unknown,
): Promise<ToolResult> {
  return saying('Wrote', await writeNote(services, authorOf(session), parseArgs(writeArgs, given)))
}

export async function scratchpadEdit(
  services: Services,
  session: ActiveSession,
  given: unknown,
): Promise<ToolResult> {
  return saying('Edited', await editNote(services, authorOf(session), parseArgs(editArgs, given)))
}

/** Deletes a note by its name, or anything of the own session by id or name. */
export async function scratchpadDelete(
  services: Services,
  session: ActiveSession,
  given: unknown,
): Promise<ToolResult> {
  const { id, name, scope } = parseArgs(deleteArgs, given)
  const wanted = id ?? name
  if (wanted === undefined) throw new SpillwayError('invalid_input', 'Which one? Give `name` or `id`.')
  const { client, session: own, project, turn } = authorOf(session)
  const doomed =
    scope === undefined
      ? (await findContent(services, { client, session: own, project, turn }, wanted)).entry
      : (await requireNote(services, { client, session: own, project }, wanted, scope)).id
  const { entries } = await removeEntry(services, client, doomed, { unleasedBut: own })
  if (entries === 0) await assertUnleased(services, { client, session: own, project }, doomed)
  if (entries === 0) throw new SpillwayError('forbidden', `${wanted} is not yours to delete.`)
  return { content: [{ type: 'text', text: `Deleted ${wanted}.` }] }
}

function saying(what: string, { name, id, version, bytes, scope, expiresAt }: Entry): ToolResult {
  const life =
    expiresAt === null ? 'kept until removed' : `kept until ${expiresAt.slice(0, 16)}Z, longer if read`
  return {
    content: [
      {
        type: 'text',
        text: `${what} ${name} (${id}): version ${version}, ${bytes} bytes, scope ${scope}, ${life}.`,
      },
    ],
    structuredContent: { name, id, version, bytes, scope, expiresAt },
  }
}
