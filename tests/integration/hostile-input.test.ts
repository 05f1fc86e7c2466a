import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryMb } from '../../bench/rig/memory.ts'
import { startCli } from './cli-process.ts'
import { connectMcp, postMcp } from './mcp-caller.ts'
import { createDaemon, errorCode, type RunningDaemon } from './running-daemon.ts'

const RUDE = join(import.meta.dirname, '../fixtures/upstreams/rude.mjs')
/** Elsewhere a process may not have so many open. */
const CROWD = process.platform === 'linux' ? 10_000 : 2_000
const MB = 1_000_000

let daemon: RunningDaemon & AsyncDisposable & { readonly home: string }
beforeAll(async () => {
  daemon = await createDaemon({ mcpServers: { rude: { command: process.execPath, args: [RUDE] } } })
})
afterAll(() => daemon[Symbol.asyncDispose]())

/** A connection that swallows its own end: hostile clients are cut off, and that is what is tested. */
function open(): Socket {
  const socket = connect(daemon.port, '127.0.0.1')
  socket.on('error', () => {
    // Seen as the end that follows.
  })
  return socket
}

/** All that comes back until the daemon ends the connection. */
async function talk(...bytes: (string | Buffer)[]): Promise<string> {
  const socket = open()
  let heard = ''
  socket.on('data', (piece: Buffer) => (heard += piece.toString('utf8')))
  for (const piece of bytes) socket.write(piece)
  await once(socket, 'close')
  return heard
}

const host = () => `Host: 127.0.0.1:${daemon.port}\r\nauthorization: Bearer ${daemon.token}\r\n`
const post = (path: string, type: string, body: string) =>
  daemon.fetch(path, {
    method: 'POST',
    headers: { 'content-type': type, accept: 'application/json, text/event-stream' },
    body,
  })

/** It answers a stranger's question and a client's call. */
async function isWell(): Promise<void> {
  expect((await daemon.fetch('/api/v1/health', { token: null })).status).toBe(200)
  expect(await daemon.api.offload({ tool: 't', content: 'small' })).toMatchObject({ offloaded: false })
}

describe('over HTTP', () => {
  test.each([
    ['letters', Buffer.alloc(5 * MB, 'junk')],
    ['zeros', Buffer.alloc(5 * MB)],
    ['JSON without HTTP', Buffer.alloc(5 * MB, '{"jsonrpc":"2.0","id":1,"method":"ping"}\n')],
    ['the preface of HTTP/2', Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')],
  ])('5 MB of junk (%s) are answered with what is wrong', async (_name, junk) => {
    expect(await talk(junk)).toMatch(
      /^HTTP\/1.1 400 [^]*{"error":{"code":"invalid_input","message":"That is not/,
    )
    await isWell()
  })

  test.each([
    ['a header of 1 MB', `GET /api/v1/health HTTP/1.1\r\nx: ${'a'.repeat(MB)}\r\n`],
    ['an address of 1 MB', `GET /${'a'.repeat(MB)} HTTP/1.1\r\n`],
    ['100,000 headers', `GET / HTTP/1.1\r\n${'x: y\r\n'.repeat(100_000)}`],
  ])('%s is refused in words', async (_name, start) => {
    expect(await talk(start, host(), '\r\n')).toMatch(/^HTTP\/1.1 431 [^]*{"error":{"code":"too_large"/)
    await isWell()
  })

  test('half a JSON message is an error, and half a body is forgotten', async () => {
    const half = '{"tool":"t","content":"ha'
    expect(await errorCode(await post('/api/v1/offload', 'application/json', half))).toBe('invalid_input')
    const rpc = await post('/mcp', 'application/json', '{"jsonrpc":"2.0","id":1,"meth')
    expect([rpc.status, await rpc.json()]).toMatchObject([400, { id: null, error: { code: -32_700 } }])
    for (const path of ['/api/v1/offload', '/mcp', '/api/v1/offload?tool=t']) {
      const type = path.includes('?') ? 'application/octet-stream' : 'application/json'
      const socket = open()
      socket.end(
        `POST ${path} HTTP/1.1\r\n${host()}content-type: ${type}\r\naccept: application/json, text/event-stream\r\ncontent-length: 1000000\r\n\r\n${half}`,
      )
      socket.resume()
      await once(socket, 'close')
    }
    await isWell()
    expect((await daemon.api.listEntries({})).total).toBe(0)
    const folder = join(daemon.home, 'logs')
    const logs = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    )
    expect(logs.join('')).not.toMatch(/"level":[56]0/)
  })

  test.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'image/png'])(
    'a body of type %s is refused as what it is, unless it is JSON all the same',
    async (type) => {
      const refused = await post('/api/v1/resolve', type, '<call>…</call>')
      expect([refused.status, await errorCode(refused)]).toEqual([415, 'unsupported_media'])
      expect((await post('/mcp', type, '<call>…</call>')).status).toBeGreaterThanOrEqual(400)
      expect((await post('/api/v1/prune', type, '{"dryRun":true}')).status).toBe(200)
    },
  )

  test('JSON in another encoding is refused as what it is', async () => {
    const body = Buffer.from('{"dryRun":true}', 'utf16le')
    const refused = await daemon.fetch('/api/v1/prune', {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-16' },
      body,
    })
    expect([refused.status, await errorCode(refused)]).toEqual([415, 'unsupported_media'])
  })

  test.each(['/api/v1/resolve', '/mcp'])(
    'JSON that is made to fill memory is refused at once: %s',
    async (path) => {
      const before = (await memoryMb(daemon.pid)) ?? 0
      for (const body of [
        '['.repeat(15 * MB) + ']'.repeat(15 * MB),
        `[${'[],'.repeat(10 * MB)}[]]`,
        `{"a":${'{"a":'.repeat(5 * MB)}`,
      ]) {
        const refused = await post(path, 'application/json', body)
        expect([refused.status, await refused.text()]).toEqual([
          413,
          expect.stringContaining('JSON body may'),
        ])
      }
      await isWell()
      expect(((await memoryMb(daemon.pid)) ?? 0) - before).toBeLessThan(400)
    },
  )

  test('thousands of idle connections keep nobody out, and leave nothing behind', async () => {
    const after: number[] = []
    for (let round = 0; round < 3; round++) {
      const crowd: Socket[] = []
      while (crowd.length < CROWD) {
        const some = Array.from({ length: 250 }, open)
        await Promise.all(some.map((socket) => once(socket, 'connect')))
        crowd.push(...some)
      }
      await isWell()
      await using agent = await connectMcp(daemon.url, daemon.token)
      expect(await agent.call('rude__echo', { text: 'hello' })).toMatchObject({ text: 'hello' })
      expect(crowd.filter((socket) => socket.destroyed)).toEqual([])
      for (const socket of crowd) socket.destroy()
      await sleep(500)
      after.push((await memoryMb(daemon.pid)) ?? 0)
    }
    // A connection takes 24 KB, so two crowds that were not forgotten would be 480 MB. That it is not the same to the megabyte is
    // the allocator: the heap itself is.
    expect((after[2] ?? 0) - (after[0] ?? 0)).toBeLessThan(300)
  })

  test('slow senders are served in their own time and delay nobody', async () => {
    const body = JSON.stringify({ tool: 'slow', content: 'x'.repeat(200) })
    const message = `POST /api/v1/offload HTTP/1.1\r\n${host()}connection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    const slow = Array.from({ length: 300 }, async () => {
      const socket = open()
      let heard = ''
      socket.on('data', (piece: Buffer) => (heard += piece.toString('utf8')))
      const step = Math.ceil(message.length / 20)
      for (let at = 0; at < message.length; at += step) {
        socket.write(message.slice(at, at + step))
        await sleep(100)
      }
      if (!socket.closed) await once(socket, 'close')
      return heard.slice(0, 12)
    })
    const quick: number[] = []
    for (let i = 0; i < 30; i++) {
      const started = performance.now()
      await isWell()
      quick.push(performance.now() - started)
    }
    expect(new Set(await Promise.all(slow))).toEqual(new Set(['HTTP/1.1 200']))
    expect(quick.toSorted((a, b) => a - b)[15]).toBeLessThan(500)
  })
})

describe('over stdio', () => {
  test('a server that prints 5 MB of junk still gives its answer', async () => {
    await using agent = await connectMcp(daemon.url, daemon.token)
    expect(await agent.call('rude__junk', {})).toMatchObject({ text: 'after the junk' })
    expect(await agent.call('rude__echo', { text: 'still here' })).toMatchObject({ text: 'still here' })
  })

  test('a server that ends inside a message is a failed call, and the next one starts it anew', async () => {
    await using agent = await connectMcp(daemon.url, daemon.token)
    const { text, isError } = await agent.call('rude__half', {})
    expect([isError, text]).toEqual([true, expect.stringContaining('upstream_failed')])
    await expect
      .poll(async () => (await agent.call('rude__echo', { text: 'back' })).text, { timeout: 10_000 })
      .toBe('back')
  })

  test('a result that nests without a bottom is an error, and the call after it works', async () => {
    await using agent = await connectMcp(daemon.url, daemon.token)
    const { status, body } = await postMcp(daemon.url, daemon.token, agent.sessionId, 'tools/call', {
      name: 'rude__deep',
      arguments: {},
    })
    expect([status, body]).toEqual([200, expect.stringContaining('error')])
    expect(await agent.call('rude__echo', { text: 'still here' })).toMatchObject({ text: 'still here' })
  })

  test('a bridge that is fed junk and half messages answers what is whole', async () => {
    const bridge = startCli(daemon.home, ['mcp'])
    const { stdin, stdout } = bridge
    if (!stdin || !stdout) throw new Error('no pipes')
    const lines = createInterface({ input: stdout })[Symbol.asyncIterator]()
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    }
    stdin.write(Buffer.alloc(5 * MB, 'junk'))
    stdin.write('\n{"jsonrpc":"2.0","id":7,"meth\n\n[]\n42\n')
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
    const { value } = await lines.next()
    expect(JSON.parse(value as string)).toMatchObject({ id: 1, result: { serverInfo: { name: 'spillway' } } })
    stdin.end('{"jsonrpc":"2.0","id":8,"method":"tools/li')
    await once(bridge, 'close')
    expect(bridge.exitCode).toBe(0)
    await isWell()
  })
})
