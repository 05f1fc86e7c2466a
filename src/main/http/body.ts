import type { Context } from 'hono'
import { reasonOf, SpillwayError } from '../../shared/errors.ts'
import { parseJson } from '../rpc/json.ts'
import type { Env } from './context.ts'

export const MAX_JSON_BYTES = 32 * 1024 * 1024

/**
 * The pieces of a body as Node received them: the web stream of a `Request` would copy each and cost several promises more.
 * Who stops early leaves the connection open, so that a refusal still reaches the client.
 */
export const bodyOf = (c: Context<Env>): AsyncIterable<Uint8Array> =>
  c.env.incoming.iterator({ destroyOnReturn: false })

/** A JSON body as text. @throws SpillwayError `too_large` as soon as it is known to be */
export async function readText(c: Context<Env>, what = 'A JSON body'): Promise<string> {
  const tooLarge = () =>
    new SpillwayError(
      'too_large',
      `${what} may have ${MAX_JSON_BYTES} bytes.`,
      'Send larger content as a raw body (application/octet-stream) to /api/v1/offload.',
    )
  if (Number(c.req.header('content-length') ?? 0) > MAX_JSON_BYTES) throw tooLarge()
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of bodyOf(c)) {
    size += part.length
    if (size > MAX_JSON_BYTES) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** An object from the body; an empty body is an empty object. @throws SpillwayError `invalid_input`, `too_large` */
export async function readJson(c: Context<Env>): Promise<object> {
  const text = await readText(c)
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    throw new SpillwayError('invalid_input', `The body is not JSON: ${reasonOf(error)}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SpillwayError('invalid_input', 'The body must be a JSON object.')
  return value
}
