import { createServer, request as httpRequest } from 'node:http'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'

/**
 * What stands between the suite and a daemon, because the suite's client can neither send a token nor know that our own surface
 * puts the server's name before the names of tools and prompts. It adds those two things and nothing else: a foreign Host or
 * Origin goes through as it is, for the daemon to refuse.
 */
export async function startFront(
  daemon: { url: string; token: string },
  path: string,
  prefix = '',
): Promise<{ url: string } & AsyncDisposable> {
  const target = new URL(daemon.url)
  const server = createServer((incoming, outgoing) => {
    const send = async () => {
      const { port } = server.address() as AddressInfo
      const raw = await buffer(incoming)
      const { body, renamed } = withPrefix(raw, prefix)
      const headers: OutgoingHttpHeaders = {
        ...incoming.headers,
        ...ownAddress(incoming, port, target),
        authorization: `Bearer ${daemon.token}`,
      }
      delete headers['content-length']
      const named = incoming.headers['mcp-name']
      if (renamed !== null && named === renamed) headers['mcp-name'] = prefix + renamed
      const forward = httpRequest({
        host: target.hostname,
        port: target.port,
        method: incoming.method,
        path,
        headers,
      })
      outgoing.once('close', () => forward.destroy())
      forward.once('error', () => outgoing.destroy())
      forward.once('response', (response: IncomingMessage) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
      })
      forward.end(body)
    }
    send().catch((error: unknown) => outgoing.destroy(error instanceof Error ? error : undefined))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Who asks for us under our own address means the daemon under its own. */
function ownAddress({ headers }: IncomingMessage, port: number, target: URL): OutgoingHttpHeaders {
  const ours = (host: string | undefined) => host === `127.0.0.1:${port}` || host === `localhost:${port}`
  return {
    ...(ours(headers.host) ? { host: target.host } : {}),
    ...(ours(headers.origin?.replace('http://', '')) ? { origin: target.origin } : {}),
  }
}

const naming = z.looseObject({
  method: z.enum(['tools/call', 'prompts/get']),
  params: z.looseObject({ name: z.string() }),
})
const completing = z.looseObject({
  method: z.literal('completion/complete'),
  params: z.looseObject({ ref: z.looseObject({ type: z.literal('ref/prompt'), name: z.string() }) }),
})

/** How the suite names what is its fixture's; other names it has from our lists. */
const FIXTURES_OWN = /^test_/

/** The body with the name in it prefixed, and the name that it had. */
function withPrefix(raw: Buffer, prefix: string): { body: Buffer | string; renamed: string | null } {
  if (prefix === '' || raw.length === 0) return { body: raw, renamed: null }
  const message: unknown = JSON.parse(raw.toString('utf8'))
  const call = naming.safeParse(message)
  if (call.success && FIXTURES_OWN.test(call.data.params.name)) {
    const { name } = call.data.params
    return {
      body: JSON.stringify({ ...call.data, params: { ...call.data.params, name: prefix + name } }),
      renamed: name,
    }
  }
  const completion = completing.safeParse(message)
  if (!completion.success) return { body: raw, renamed: null }
  const { params } = completion.data
  return {
    body: JSON.stringify({
      ...completion.data,
      params: { ...params, ref: { ...params.ref, name: prefix + params.ref.name } },
    }),
    renamed: null,
  }
}
