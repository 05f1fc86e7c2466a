import type { Agent, IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { JsonAssembler } from '../rpc/json-assembler.ts'

export interface ExchangeOptions {
  method: 'POST' | 'GET' | 'DELETE'
  headers: Readonly<Record<string, string>>
  body?: string
  agent: Agent
  signal: AbortSignal
}

const MAX_REDIRECTS = 5

/**
 * One HTTP exchange; resolves with the response once its headers are there. node:http and not fetch, because
 * fetch gives up on a response after 300 quiet seconds, and tools may take longer than that.
 *
 * A redirect is followed where it keeps the method and the origin: our headers carry the user's keys.
 */
export async function exchange(url: URL, options: ExchangeOptions): Promise<IncomingMessage> {
  let target = url
  for (let followed = 0; ; followed++) {
    const response = await exchangeOnce(target, options)
    const next = redirectTarget(target, response, options.method)
    if (next === null || followed === MAX_REDIRECTS) return response
    response.resume()
    target = next
  }
}

async function exchangeOnce(
  url: URL,
  { method, headers, body, agent, signal }: ExchangeOptions,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  signal.throwIfAborted()
  const { request } = url.protocol === 'https:' ? https : http
  let received: IncomingMessage | null = null
  const sent = request(url, { method, headers, agent }, (response) => {
    received = response
    resolve(response)
  })
  sent.on('error', reject)
  // Not by the request's own `signal` option: where the response is complete but not yet read, that destroys
  // a socket which is on its way back to the pool, and nobody there takes the error.
  const onAbort = () => {
    if (received?.complete !== true) sent.destroy(asError(signal.reason))
  }
  signal.addEventListener('abort', onAbort, { once: true })
  sent.once('close', () => signal.removeEventListener('abort', onAbort))
  sent.end(body)
  return promise
}

function redirectTarget(from: URL, response: IncomingMessage, method: string): URL | null {
  const { statusCode = 0, headers } = response
  const keepsMethod =
    statusCode === 307 || statusCode === 308 || (method === 'GET' && [301, 302].includes(statusCode))
  if (!keepsMethod || headers.location === undefined || !URL.canParse(headers.location, from)) return null
  const to = new URL(headers.location, from)
  return to.origin === from.origin ? to : null
}

/** No message of an error page needs more. */
const MAX_TEXT_BYTES = 1024 * 1024

/** The body as text, or the start of a long one, whose rest is not waited for. */
export async function readText(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length
    pieces.push(piece)
    if (bytes > MAX_TEXT_BYTES) break
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** The body as JSON, very long strings in it as `LongText`. @throws SyntaxError; an Error where it is longer than `maxBytes` */
export async function readJson(response: IncomingMessage, maxBytes: number): Promise<unknown> {
  const document = new JsonAssembler(true)
  let bytes = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > maxBytes) throw new Error(`the response is over the limit of ${maxBytes} bytes`)
    document.push(piece)
  }
  return document.finish()
}

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))
