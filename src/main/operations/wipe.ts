import type { OperationArgs } from '../../shared/contract.ts'
import type { WipeResult } from '../../shared/contract/cache.ts'
import { SpillwayError } from '../../shared/errors.ts'
import type { Caller, Services } from './services.ts'

/** Everything that was ever stored goes, pins too, and the files shrink. Who is connected stays so, and goes on from nothing. */
export async function wipe(
  services: Services,
  _caller: Caller,
  { dryRun, confirm, clients, config }: OperationArgs<'wipe'>,
): Promise<WipeResult> {
  const { store, sessions, words, leftovers, settings, now } = services
  if (!dryRun && confirm !== 'wipe')
    throw new SpillwayError('invalid_input', 'Nothing was removed.', 'Send confirm: "wipe" if you mean it.')
  const { clients: known, ...counts } = await store.read.contents(null)
  const bytesBefore = leftovers.size()
  const removed = { ...counts, clients: clients ? known : 0, bytesBefore }
  if (dryRun) return { ...removed, bytesAfter: bytesBefore }
  await store.write.wipe({ at: now(), keepClients: !clients, keepSessions: sessions.ids() })
  sessions.startOver()
  await Promise.all([store.shrink(), words.clear()])
  leftovers.remove()
  if (config) await settings.replace({})
  return { ...removed, bytesAfter: leftovers.size() }
}
