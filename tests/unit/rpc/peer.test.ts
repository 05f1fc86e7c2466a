import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { parseJson, stringifyJson } from '../../../src/main/rpc/json.ts'
import { LineTransport } from '../../../src/main/rpc/lines.ts'
import { RpcError } from '../../../src/main/rpc/message.ts'
import type { Params } from '../../../src/main/rpc/message.ts'
import { Peer } from '../../../src/main/rpc/peer.ts'
import type { PeerHandlers } from '../../../src/main/rpc/peer.ts'

const refuseAll: PeerHandlers = {
  request: (method) => Promise.reject(new RpcError(-32_601, `no ${method} here`)),
  notification: () => undefined,
  close: () => undefined,
  error: () => undefined,
}

/** Two peers joined by real streams. */
async function pair(left: Partial<PeerHandlers>, right: Partial<PeerHandlers>) {
  const [there, back] = [new PassThrough(), new PassThrough()]
  const a = new Peer(new LineTransport(back, there), { ...refuseAll, ...left })
  const b = new Peer(new LineTransport(there, back), { ...refuseAll, ...right })
  await a.start()
  await b.start()
  return { a, b, there, back }
}

describe('JSON-RPC peer', () => {
  it('asks in both directions at once and never mixes answers', async () => {
    const echo = (method: string, params: Params | undefined) => sleep(Math.random() * 5, { method, params })
    const { a, b } = await pair({ request: echo }, { request: echo })
    const asked = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => [n, await (n % 2 ? a : b).request(`m${n}`, { n })]),
    )
    for (const [n, answer] of asked) expect(answer).toEqual({ method: `m${String(n)}`, params: { n } })
  })

  it('hands over result and error exactly as they were sent', async () => {
    const raw = '{"unknown":{"big":12345678901234567890,"f":1.0},"list":[null]}'
    const { a } = await pair(
      {},
      {
        request: (method) =>
          method === 'ok'
            ? Promise.resolve(parseJson(raw))
            : Promise.reject(new RpcError(-32_042, 'odd', parseJson('{"x":1e2}'))),
      },
    )
    expect(stringifyJson(await a.request('ok'))).toBe(raw)
    const error = await a.request('no').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RpcError)
    expect(error).toMatchObject({ code: -32_042, message: 'odd' })
    expect(stringifyJson(error)).toBe('{"code":-32042,"message":"odd","data":{"x":1e2}}')
  })

  it('cancels what it asked, and stops answering what was cancelled', async () => {
    let stopped: unknown = null
    const { a, back } = await pair(
      {},
      {
        request: (_method, _params, signal) =>
          sleep(10_000, 'late', { signal }).catch(() => {
            stopped = signal.reason
            return 'stopped'
          }),
      },
    )
    let answered = ''
    back.on('data', (chunk: Buffer) => (answered += chunk.toString()))
    const abort = new AbortController()
    const asked = a.request('slow', {}, { signal: abort.signal })
    await sleep(10)
    abort.abort(new Error('the user changed their mind'))
    await expect(asked).rejects.toThrow('the user changed their mind')
    await sleep(10)
    expect(stopped).toEqual(new Error('the user changed their mind'))
    expect(answered).toBe('')
    await expect(a.request('slow', {}, { signal: abort.signal })).rejects.toThrow('changed their mind')
  })

  it('gives up after the time limit, which progress can extend', async () => {
    const steps: PeerHandlers['request'] = async (_method, params) => {
      const token = (params?.['_meta'] as Params | undefined)?.['progressToken']
      for (let progress = 1; progress <= 6; progress++) {
        await sleep(30)
        if (token !== undefined) await b.notify('notifications/progress', { progressToken: token, progress })
      }
      return 'done'
    }
    const { a, b } = await pair({}, { request: steps })
    const seen: unknown[] = []
    const onProgress = (params: Params) => seen.push(params['progress'])
    const slow = a.request('slow', {}, { timeoutMs: 100 })
    await expect(slow).rejects.toMatchObject({ name: 'RequestTimeout', timeoutMs: 100 })
    await expect(
      a.request('slow', {}, { timeoutMs: 100, onProgress, resetTimeoutOnProgress: true }),
    ).resolves.toBe('done')
    expect(seen).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('keeps progress tokens of other hops to themselves and all other meta as it is', async () => {
    const seen: unknown[] = []
    const { a } = await pair({}, { request: (_method, params) => Promise.resolve(seen.push(params)) })
    const params = { x: 1, _meta: { progressToken: 'theirs', traceparent: '00-1' } }
    await a.request('m', params)
    await a.request('m', params, { onProgress: () => undefined })
    expect(seen).toEqual([
      { x: 1, _meta: { traceparent: '00-1' } },
      { x: 1, _meta: { traceparent: '00-1', progressToken: 2 } },
    ])
    expect(params).toEqual({ x: 1, _meta: { progressToken: 'theirs', traceparent: '00-1' } })
  })

  it('rejects what waits when the connection ends, then says so once', async () => {
    const order: string[] = []
    const { a, back } = await pair(
      { close: () => order.push('close') },
      { request: () => sleep(60_000, null, { ref: false }) },
    )
    const asked = a.request('never').catch((error: Error) => order.push(error.name))
    back.end()
    await asked
    await a.close()
    expect(order.sort()).toEqual(['ConnectionClosed', 'close'])
    await expect(a.request('more')).rejects.toMatchObject({ name: 'ConnectionClosed' })
  })
})
