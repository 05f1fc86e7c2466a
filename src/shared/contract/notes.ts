import { z } from 'zod'
import { entry, scope } from '../entry.ts'
import { pruneResult } from './cache.ts'
import { operation, number } from './operation.ts'

/** Whose notes: of a folder (the caller's by default) and of a session. */
const noteWhere = z.object({
  project: z.string().max(4_096).optional(),
  session: z.string().max(256).optional(),
})

export const notesOperations = {
  listNotes: operation({
    method: 'GET',
    path: '/notes',
    access: 'client',
    summary: 'Notes of a project and of a session, by name.',
    input: noteWhere,
    output: z.object({ items: z.array(entry) }),
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
    input: noteWhere.extend({
      name: z.string(),
      content: z.string(),
      scope: scope.optional(),
      ifVersion: z.int().min(0).optional(),
      lease: z.int().min(0).max(86_400).optional(),
      ttlSeconds: z.int().positive().optional(),
    }),
    output: entry,
  }),
  deleteNote: operation({
    method: 'DELETE',
    path: '/notes/:name',
    access: 'client',
    summary: 'Removes a note; `ifVersion` only while it is that version.',
    input: noteWhere.extend({
      name: z.string(),
      scope: scope.optional(),
      ifVersion: number.positive().optional(),
    }),
    output: pruneResult,
  }),
}
