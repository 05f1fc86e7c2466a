import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { otlp } from './export-formats.ts'
import { createDaemon } from './running-daemon.ts'

/** A receiver as a collector is one: it takes what OTLP/HTTP says and refuses the rest. */
class Receiver {
  readonly bodies: unknown[] = []
  readonly headers: IncomingHttpHeaders[] = []
  /** Answers to give before the first that takes anything. */
  faults: number[] = []
  readonly #server = createServer((request, response) => {
    void (async () => {
      const body = await json(request)
      const fault = this.faults.shift()
      if (fault !== undefined) return response.writeHead(fault).end()
      const isTraces = request.url === '/v1/traces' && request.headers['content-type'] === 'application/json'
      if (!isTraces || !otlp.safeParse(body).success) return response.writeHead(400).end()
      this.bodies.push(body)
      this.headers.push(request.headers)
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })()
  })

  async listen(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get spans() {
    return this.bodies.flatMap((body) =>
      otlp.parse(body).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    )
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

let receiver: Receiver
let otlpEndpoint: string
beforeEach(async () => {
  receiver = new Receiver()
  otlpEndpoint = await receiver.listen()
})
afterEach(() => receiver.close())

const named = (name: string) => receiver.spans.filter((span) => span.name === name)

test('calls are sent as spans under their turn, without contents, and again where the receiver was away', async () => {
  await using daemon = await createDaemon({ telemetry: { otlpEndpoint, headers: { 'x-key': 'k' } } })
  receiver.faults = [503, 429]
  const { id: session } = await daemon.api.createSession({})
  await daemon.api.startTurn({ session, prompt: 'the secret question' })
  await daemon.api.offload({ session, tool: 'read_log', content: 'secret content\n'.repeat(2_000) })
  await expect.poll(() => named('execute_tool read_log').length, { timeout: 20_000 }).toBe(1)
  await daemon.end()
  const [call] = named('execute_tool read_log')
  const turn = receiver.spans.find(({ spanId }) => spanId === call?.parentSpanId)
  expect(turn?.name).toMatch(/^invoke_agent/)
  expect(receiver.spans.some(({ spanId }) => spanId === turn?.parentSpanId)).toBe(true)
  expect(receiver.headers[0]?.['x-key']).toBe('k')
  expect(JSON.stringify(receiver.bodies)).not.toContain('secret')
  expect(new Set(receiver.spans.map(({ spanId }) => spanId)).size).toBe(receiver.spans.length)
})

test('contents go along where that is set', async () => {
  await using daemon = await createDaemon({ telemetry: { otlpEndpoint, content: true } })
  const { id: session } = await daemon.api.createSession({})
  await daemon.api.startTurn({ session, prompt: 'what is it' })
  await daemon.api.offload({ session, tool: 'small', content: 'an answer', arguments: { q: 1 } })
  await expect.poll(() => named('execute_tool small').length, { timeout: 20_000 }).toBe(1)
  const attributes = new Map(named('execute_tool small')[0]?.attributes.map(({ key, value }) => [key, value]))
  expect(attributes.get('gen_ai.tool.call.arguments')).toEqual({ stringValue: '{"q":1}' })
  expect(JSON.stringify(attributes.get('gen_ai.tool.call.result'))).toContain('an answer')
})

test('a receiver that is never there delays no call, and nothing is sent where none is named', async () => {
  receiver.close()
  await using daemon = await createDaemon({ telemetry: { otlpEndpoint } })
  const { text } = await daemon.api.offload({ tool: 'small', content: 'an answer' })
  expect(text).toBe('an answer')
  await daemon.api.putConfig({ config: { server: { port: 0 } } })
  await daemon.api.offload({ tool: 'small', content: 'another' })
  expect(receiver.bodies).toEqual([])
})
