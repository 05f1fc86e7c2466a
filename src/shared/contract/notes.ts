import { z } from 'zod'
import { entry, scope, time } from '../entry.ts'
import { entryId, sessionId } from '../ids.ts'
import { pruneResult } from './cache.ts'
import { flag, operation, number } from './operation.ts'

/** Whose notes: of a folder (the caller's by default) and of a session. */
const noteWhere = z.object({
  project: z.string().max(4_096).optional(),
  session: z.string().max(256).optional(),
})

/** A note as it is listed. */
export const listedNote = entry.extend({
  /** Until then no other session may write it. */
  lease: z.object({ session: sessionId, until: time }).nullable(),
  /** The folder that it is for; null where it is for none in particular. */
  projectPath: z.string().nullable(),
})
export type ListedNote = z.infer<typeof listedNote>

export const notesOperations = {
  listNotes: operation({
    method: 'GET',
    path: '/notes',
    access: 'client',
    summary:
      'Notes of a project and of a session, by name; with `all`, those of every one that the caller may see.',
    input: noteWhere.extend({ all: flag.default(false) }),
    output: z.object({
      /** With `all`, the 2,000 written or read last. */
      items: z.array(listedNote),
      total: z.int(),
    }),
  }),
  getNote: operation({
    method: 'GET',
    path: '/notes/:name',
    access: 'client',
    summary: 'One note with its text.',
    input: noteWhere.extend({ name: z.string(), scope: scope.optional() }),
    output: entry.extend({ content: z.string() }),
  }),
  putNote: operation({
    method: 'PUT',
    path: '/notes/:name',
    access: 'client',
    summary:
      'Writes a note; `ifVersion` makes it compare-and-set, `lease` keeps other sessions from writing it meanwhile.',
    // Strict: a misspelt `ifVersion` must never overwrite anything.
    input: z.strictObject({
      ...noteWhere.shape,
      name: z.string(),
      content: z.string(),
      scope: scope.optional(),
      ifVersion: z.int().min(0).optional(),
      lease: z.int().min(0).max(86_400).optional(),
      ttlSeconds: z.int().positive().optional(),
    }),
    output: entry,
  }),
  rewriteNote: operation({
    method: 'PUT',
    path: '/entries/:id/text',
    access: 'client',
    summary: 'Writes a note anew where it stands, whichever project or session it is of.',
    input: z.strictObject({ id: entryId, content: z.string(), ifVersion: z.int().positive() }),
    output: entry,
  }),
  deleteNote: operation({
    method: 'DELETE',
    path: '/notes/:name',
    access: 'client',
    summary: 'Removes a note; `ifVersion` only while it is that version.',
    input: z.strictObject({
      ...noteWhere.shape,
      name: z.string(),
      scope: scope.optional(),
      ifVersion: number.positive().optional(),
    }),
    output: pruneResult,
  }),
}
