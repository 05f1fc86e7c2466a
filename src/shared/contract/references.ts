import { z } from 'zod'
import { time } from '../entry.ts'
import { operation } from './operation.ts'

export const referencesOperations = {
  resolve: operation({
    method: 'POST',
    path: '/resolve',
    access: 'client',
    summary: 'Replaces references in a value by what is stored, as the gateway does with arguments.',
    input: z.object({
      session: z.string().max(256).optional(),
      turn: z.string().max(256).optional(),
      value: z.unknown(),
    }),
    output: z.object({
      value: z.unknown(),
      resolved: z.array(z.object({ reference: z.string(), entry: z.string().nullable(), bytes: z.int() })),
    }),
  }),
  listConfirmations: operation({
    method: 'GET',
    path: '/confirmations',
    access: 'admin',
    summary: 'Calls with references that wait for a person.',
    input: z.object({}),
    output: z.object({
      items: z.array(
        z.object({
          id: z.string(),
          server: z.string(),
          tool: z.string(),
          references: z.array(z.string()),
          askedAt: time,
        }),
      ),
    }),
  }),
  answerConfirmation: operation({
    method: 'POST',
    path: '/confirmations/:id',
    access: 'admin',
    summary: 'Lets a waiting call go on, or refuses it.',
    input: z.object({ id: z.string(), allow: z.boolean() }),
    output: z.object({ id: z.string(), allowed: z.boolean() }),
  }),
}
