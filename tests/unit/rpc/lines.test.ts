import { PassThrough } from 'node:stream'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Transport as SdkTransport } from '@modelcontextprotocol/server'
import { responseIdFromEdges } from '../../../src/main/rpc/edges.ts'
import { JsonLineReader } from '../../../src/main/rpc/framing.ts'
import { LineTransport } from '../../../src/main/rpc/lines.ts'
import type { Message } from '../../../src/main/rpc/message.ts'

async function open(options?: { maxMessageBytes?: number }) {
  const input = new PassThrough()
  const output = new PassThrough()
  const transport = new LineTransport(input, output, options)
  const messages: Message[] = []
  const errors: string[] = []
  let closed = 0
  Object.assign(transport, {
    onmessage: (message: Message) => messages.push(message),
    onerror: (error: Error) => errors.push(error.message),
    onclose: () => closed++,
  })
  await transport.start()
  return { input, output, transport, messages, errors, closed: () => closed }
}
/** Processor time, which other processes on the machine do not lengthen. */
const spentMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
const tick = () => new Promise((resolve) => setImmediate(resolve))
const answer = (id: number, result: unknown = {}): Message => ({ jsonrpc: '2.0', id, result })

describe('JSON-RPC over lines', () => {
  it('finds the same messages however the bytes are cut', async () => {
    const sent = [answer(1, 'ünïcödé 🌊'), answer(2, 'x'.repeat(3_000)), answer(3)]
    const bytes = Buffer.from(`${sent.map((message) => JSON.stringify(message)).join('\r\n')}\n\n`)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 20 }), async (cuts) => {
        const { input, messages, errors } = await open()
        let from = 0
        for (const to of [...cuts.sort((a, b) => a - b), bytes.length]) {
          if (to > from) input.write(bytes.subarray(from, to))
          from = to
        }
        await tick()
        expect(messages).toEqual(sent)
        expect(errors).toEqual([])
      }),
      { numRuns: 50 },
    )
  })

  it('reports what is not JSON-RPC and goes on', async () => {
    const { input, messages, errors } = await open()
    input.write('Server listening on stdio\n{"half":\n{"jsonrpc":"1.0","id":1,"result":1}\n')
    input.write(`${JSON.stringify(answer(7))}\n`)
    await tick()
    expect(messages).toEqual([answer(7)])
    expect(errors).toHaveLength(3)
    expect(errors[0]).toContain('Server listening')
  })

  it('drops a line over the limit and fails its request only', async () => {
    const { input, messages, errors } = await open({ maxMessageBytes: 10_000 })
    const before = `{"jsonrpc":"2.0","id":4,"result":{"text":"${'a'.repeat(1_000_000)}"}}\n`
    const after = `{"result":{"id":9,"text":"${'b'.repeat(1_000_000)}"},"jsonrpc":"2.0","id":5}\n`
    for (const text of [before, after]) {
      for (let at = 0; at < text.length; at += 7_001) input.write(text.slice(at, at + 7_001))
    }
    input.write(`${JSON.stringify(answer(6))}\n`)
    await tick()
    expect(messages).toEqual([
      { jsonrpc: '2.0', id: 4, error: { code: -32_603, message: expect.stringContaining('over the limit') } },
      { jsonrpc: '2.0', id: 5, error: { code: -32_603, message: expect.stringContaining('over the limit') } },
      answer(6),
    ])
    expect(errors[0]).toContain(`${before.length - 1} bytes`)
  })

  it.each([
    ['{"jsonrpc":"2.0","id":3,"method":"a","params":{"x":"', '","id":9}}', null],
    ['{"jsonrpc":"2.0","method":"a","params":{"x":"', '"},"jsonrpc":"2.0","id":9}', null],
    ['{"id":"q\\"1","jsonrpc":"2.0","result":{', '}}', 'q"1'],
    ['{"result":{"x":"', '"},"id":-2,"jsonrpc":"2.0"}', -2],
    ['{"result":{"x":"', '","id":9}}', null],
  ])('reads the id beside the answer only: %s … %s', (head, tail, id) => {
    expect(responseIdFromEdges(head, tail)).toBe(id)
  })

  it('takes time in proportion to the length of a message', async () => {
    const spent: number[] = []
    for (const mebibytes of [4, 32]) {
      const { input, messages } = await open()
      const chunk = Buffer.alloc(65_536, 0x61)
      const started = spentMs()
      input.write('{"jsonrpc":"2.0","id":1,"result":"')
      for (let sent = 0; sent < mebibytes * 16; sent++) if (!input.write(chunk)) await tick()
      input.write('"}\n')
      await tick()
      await tick()
      expect(messages).toHaveLength(1)
      spent.push(spentMs() - started)
    }
    // Eight times the bytes: quadratic framing would take about sixty-four times as long.
    expect(spent[1]).toBeLessThan((spent[0] ?? 0) * 24 + 200)
  })

  it('has parsed a large message by the time that its last byte arrives', () => {
    const values: unknown[] = []
    const refuse = () => expect.unreachable()
    const reader = new JsonLineReader({
      onvalue: (value) => values.push(value),
      onmalformed: refuse,
      onoversize: refuse,
    })
    const piece = Buffer.from(`${'x'.repeat(60_000)}\\n`)
    const timed = (bytes: Buffer) => {
      const started = spentMs()
      reader.push(bytes)
      return spentMs() - started
    }
    const pieces = Array.from({ length: 500 }, () => piece)
    const whole = [Buffer.from('{"text":"'), ...pieces].reduce((sum, bytes) => sum + timed(bytes), 0)
    expect(timed(Buffer.from('"}\n'))).toBeLessThan(whole / 4)
    expect(values).toEqual([{ text: `${'x'.repeat(60_000)}\n`.repeat(500) }])
  })

  it('makes a sender wait for a slow reader, and lets it go when the reader leaves', async () => {
    const { output, transport } = await open()
    let waiting = 0
    const sends: Promise<unknown>[] = []
    for (let id = 0; id < 50; id++) {
      waiting++
      const sent = transport.send(answer(id, 'x'.repeat(10_000))).finally(() => waiting--)
      sends.push(sent.catch((error: unknown) => error))
    }
    await tick()
    expect(waiting).toBeGreaterThan(10)
    output.destroy()
    expect((await Promise.all(sends)).at(-1)).toMatchObject({ name: 'ConnectionClosed' })
  })

  it('says once that the connection ended, and that a message was cut off', async () => {
    const { input, transport, errors, closed } = await open()
    input.write('{"jsonrpc"')
    input.end()
    await tick()
    await transport.close()
    expect(closed()).toBe(1)
    expect(errors).toEqual(['the stream ended inside a message, after 10 bytes of it'])
    await expect(transport.send(answer(1))).rejects.toMatchObject({ name: 'ConnectionClosed' })
  })

  it('has the shape of the SDK transports', async () => {
    const { transport } = await open()
    const theirs: SdkTransport = transport
    expect(theirs).toBe(transport)
  })
})
