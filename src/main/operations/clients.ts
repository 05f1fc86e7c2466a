import { hash, randomBytes } from 'node:crypto'
import { SpillwayError } from '../../shared/errors.ts'
import type { OperationOutput } from '../../shared/contract.ts'
import { newId } from '../store/ids.ts'
import type { Caller, Services } from './services.ts'

/** Tokens are kept as hashes only: whoever reads the database cannot use them. They are random, so a plain hash will do. */
export const hashToken = (token: string): Uint8Array => hash('sha256', token, 'buffer')

const newToken = () => `spw_${randomBytes(32).toString('base64url')}`

export async function createClient(
  services: Services,
  _caller: Caller,
  { name }: { name: string },
): Promise<OperationOutput<'createClient'>> {
  const id = newId('k')
  const token = newToken()
  await services.store.write.addClient({ id, name, tokenHash: hashToken(token), at: services.now() })
  services.clients.changed()
  return { id, name, token }
}

/** A new token for the same client: what it stored stays its own. */
export async function rotateClient(
  { store, clients }: Services,
  _caller: Caller,
  { id }: { id: string },
): Promise<OperationOutput<'rotateClient'>> {
  const token = newToken()
  const name = await store.write.replaceToken({ id, tokenHash: hashToken(token) })
  clients.changed(id)
  if (name === null) throw new SpillwayError('not_found', `There is no client ${id}.`)
  return { id, name, token }
}

export async function deleteClient(
  services: Services,
  _caller: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  const removed = await services.store.write.removeClient({ id })
  services.clients.changed(id)
  if (!removed) throw new SpillwayError('not_found', `There is no client ${id}.`)
  return { id }
}
