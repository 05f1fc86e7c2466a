import { json } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { apiClient } from '../../../src/main/client/api.ts'
import { SpillwayError } from '../../../src/shared/errors.ts'
import { listen } from './server.ts'

const noEvents = { items: [], lastSeq: 7 }
const token = 'secret'

describe('apiClient', () => {
  test('a GET carries its fields in the query and leaves out what is undefined', async () => {
    await using server = await listen((_, response) => response.end(JSON.stringify(noEvents)))
    const api = apiClient({ url: server.url, token })
    expect(await api.listEvents({ after: 3, before: undefined, limit: 5 })).toEqual(noEvents)
    expect(server.requests[0]?.url).toBe('/api/v1/events?after=3&limit=5')
    expect(server.requests[0]?.headers.authorization).toBe('Bearer secret')
  })

  test('a name in the path is a field of the input, escaped, and not repeated in the body', async () => {
    let body: unknown
    await using server = await listen((request, response) => {
      body = json(request)
      response.writeHead(404).end('{"error":{"code":"not_found","message":"No entry a/b.","hint":"List."}}')
    })
    const read = apiClient({ url: server.url, token }).readEntry({ id: 'a/b', mode: 'head', n: 3 })
    await expect(read).rejects.toMatchObject({ code: 'not_found', message: 'No entry a/b.', hint: 'List.' })
    expect(server.requests[0]?.url).toBe('/api/v1/entries/a%2Fb/read')
    expect(await body).toEqual({ mode: 'head', n: 3 })
  })

  test('a daemon that is gone is unavailable', async () => {
    const server = await listen(() => {})
    await server[Symbol.asyncDispose]()
    const asked = apiClient({ url: server.url, token }).stats({})
    await expect(asked).rejects.toBeInstanceOf(SpillwayError)
    await expect(asked).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('a reply of another form is an error, not a wrong value', async () => {
    await using server = await listen((_, response) => response.end('{"items":"many"}'))
    await expect(apiClient({ url: server.url, token }).listEvents({})).rejects.toMatchObject({
      code: 'internal',
    })
  })
})
