import { z } from 'zod'
import { time } from '../entry.ts'
import { operation } from './operation.ts'

export const client = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: time,
  lastSeenAt: time.nullable(),
})
export type Client = z.infer<typeof client>

export const accessOperations = {
  health: operation({
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'Whether the daemon is well; with a challenge, proof that it holds the admin token.',
    input: z.object({ challenge: z.string().max(256).optional() }),
    output: z.object({
      name: z.string(),
      version: z.string(),
      status: z.literal('ok'),
      /** `partly`: some servers or tools are left out. Absent from a daemon of an earlier version. */
      capture: z.enum(['on', 'partly', 'paused']).optional(),
      proof: z.string().optional(),
    }),
  }),
  login: operation({
    method: 'POST',
    path: '/login',
    access: 'public',
    summary: 'Exchanges a single-use code for a cookie and the key that goes with it.',
    input: z.object({ code: z.string().min(1).max(256) }),
    output: z.object({ key: z.string() }),
  }),
  createLoginCode: operation({
    method: 'POST',
    path: '/login-codes',
    access: 'admin',
    summary: 'Makes a single-use login code, valid for ten minutes.',
    input: z.object({}),
    output: z.object({ code: z.string(), url: z.string(), expiresAt: time }),
  }),
  listClients: operation({
    method: 'GET',
    path: '/clients',
    access: 'admin',
    summary: 'The programs that have a token of their own.',
    input: z.object({}),
    output: z.object({ items: z.array(client) }),
  }),
  createClient: operation({
    method: 'POST',
    path: '/clients',
    access: 'admin',
    summary: 'Makes a client and its token, which is shown this once.',
    input: z.object({ name: z.string().min(1).max(100) }),
    output: z.object({ id: z.string(), name: z.string(), token: z.string() }),
  }),
  rotateClient: operation({
    method: 'POST',
    path: '/clients/:id/rotate',
    access: 'admin',
    summary: 'Gives a client a new token; the old one stops working at once.',
    input: z.object({ id: z.string() }),
    output: z.object({ id: z.string(), name: z.string(), token: z.string() }),
  }),
  deleteClient: operation({
    method: 'DELETE',
    path: '/clients/:id',
    access: 'admin',
    summary: 'Revokes a client: its token stops working at once.',
    input: z.object({ id: z.string() }),
    output: z.object({ id: z.string() }),
  }),
}
