import { expect, test } from 'vitest'
import { address } from '../../../src/renderer/api/address.ts'
import { contract } from '../../../src/shared/contract.ts'

test('GET: path fields in the path, the rest in the query, what is not given left out', () => {
  expect(address<'listEvents'>(contract.listEvents, { before: 9, limit: 5, after: undefined })).toEqual({
    path: '/events?before=9&limit=5',
    body: undefined,
  })
  expect(address<'getEntry'>(contract.getEntry, { id: 'e_1/..?' })).toEqual({
    path: '/entries/e_1%2F..%3F',
    body: undefined,
  })
})

test('POST: the rest in the body, the path field not in it', () => {
  const { path, body } = address<'readEntry'>(contract.readEntry, {
    id: 'e_1',
    mode: 'lines',
    start: 1,
    end: 9,
  })
  expect(path).toBe('/entries/e_1/read')
  expect(JSON.parse(body ?? '')).toEqual({ mode: 'lines', start: 1, end: 9 })
})

test('DELETE has no body', () => {
  expect(address<'deleteEntry'>(contract.deleteEntry, { id: 'e_1' }).body).toBeUndefined()
})
