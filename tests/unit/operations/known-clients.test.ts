import { expect, test } from 'vitest'
import { hashToken } from '../../../src/main/operations/clients.ts'
import { KnownClients } from '../../../src/main/operations/known-clients.ts'
import { tempStore } from '../store/temp-store.ts'

const [OLD, NEW] = [hashToken('old'), hashToken('new')]

async function storeWithClient() {
  const temp = await tempStore()
  await temp.store.write.addClient({ id: 'k_1', name: 'one', tokenHash: OLD, at: 0 })
  return { ...temp, known: new KnownClients(temp.store.read) }
}

test('a client is found by its token, and no other', async () => {
  await using temp = await storeWithClient()
  const { known } = temp
  expect(await known.byToken(OLD)).toEqual({ id: 'k_1', name: 'one' })
  expect(await known.byToken(OLD)).toEqual({ id: 'k_1', name: 'one' })
  expect(await known.byToken(NEW)).toBeNull()
})

test('a token that was renewed is forgotten at once', async () => {
  await using temp = await storeWithClient()
  const { known, store } = temp
  await known.byToken(OLD)
  await store.write.replaceToken({ id: 'k_1', tokenHash: NEW })
  known.changed()
  expect(await known.byToken(OLD)).toBeNull()
  expect(await known.byToken(NEW)).toEqual({ id: 'k_1', name: 'one' })
})

test('what was looked up before a change is not remembered after it', async () => {
  await using temp = await storeWithClient()
  const { known, store } = temp
  const underWay = known.byToken(OLD)
  await store.write.removeClient({ id: 'k_1' })
  known.changed()
  await underWay
  expect(await known.byToken(OLD)).toBeNull()
})

test('what stays open is ended when its own client’s token is revoked, and not after it has ended', async () => {
  await using temp = await storeWithClient()
  const { known } = temp
  const ended: string[] = []
  known.untilRevoked('', () => ended.push('admin'))
  known.untilRevoked('k_2', () => ended.push('another'))
  const forget = known.untilRevoked('k_1', () => ended.push('closed before'))
  known.untilRevoked('k_1', () => ended.push('open'))
  forget()
  known.changed()
  expect(ended).toEqual([])
  known.changed('k_1')
  expect(ended).toEqual(['open'])
})
