import { z } from 'zod'
import { flag, operation } from './operation.ts'

/** `GET /export`: the reply is the file. */
export const exportInput = z
  .object({
    turn: z.string().optional(),
    session: z.string().optional(),
    format: z.enum(['spillway', 'har', 'otlp']).default('spillway'),
    /** Replaces what the redaction rules match, in every text. */
    redact: flag.default(false),
    /** A name of the caller's choice, to ask how far it has come. */
    transfer: z.string().max(64).optional(),
  })
  .refine(({ turn, session }) => (turn === undefined) !== (session === undefined), 'name a turn or a session')
export type ExportInput = z.input<typeof exportInput>

/** `POST /import`: the body is the file. */
export const importInput = z.object({ transfer: z.string().max(64).optional() })

export const importResult = z.object({
  session: z.string(),
  turns: z.int(),
  calls: z.int(),
  entries: z.int(),
  reads: z.int(),
  /** Of the contents that were not in the home before. */
  bytes: z.int(),
  redacted: z.boolean(),
  /** All of it was in the home already: nothing was changed. */
  known: z.boolean(),
})
export type ImportResult = z.infer<typeof importResult>

export const viewing = z.object({
  /** Of the file. */
  name: z.string(),
  state: z.enum(['opening', 'open', 'failed']),
  done: z.int(),
  total: z.int(),
  /** The one that is in it, once it is open. */
  session: z.string().nullable(),
  /** Why it could not be opened. */
  reason: z.string().nullable(),
})

export const shareOperations = {
  getViewing: operation({
    method: 'GET',
    path: '/viewing',
    access: 'client',
    summary: 'The recording that is open read-only in this daemon; null in a daemon that works.',
    input: z.object({}),
    output: z.object({ viewing: viewing.nullable() }),
  }),
  getTransfer: operation({
    method: 'GET',
    path: '/transfers/:id',
    access: 'client',
    summary:
      'How far an export, import or simulation has come that was started with this name as `transfer`.',
    input: z.object({ id: z.string() }),
    output: z.object({ id: z.string(), done: z.int(), total: z.int() }),
  }),
}
