import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { reasonOf, SpillwayError } from '../../shared/errors.ts'
import { parseJson } from '../rpc/json.ts'
import type { Env } from './context.ts'
import { excessIn } from '../rpc/modest-json.ts'

export const MAX_JSON_BYTES = 32 * 1024 * 1024

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;\s*charset="?utf-8"?\s*)?$/i

/**
 * A JSON body as text that may be parsed. By its events: an iterator costs several times more, and most bodies come in one piece.
 * @throws SpillwayError `too_large` as soon as it is known to be; the rest is then left unread
 */
export function readText(incoming: IncomingMessage, what = 'A JSON body'): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const parts: Buffer[] = []
  let size = 0
  const stop = () => {
    incoming.off('data', take).off('end', finish).off('error', cutOff).off('close', cutOff)
  }
  const fail = (error: Error) => {
    stop()
    reject(error)
  }
  const take = (part: Buffer) => {
    size += part.length
    parts.push(part)
    if (size > MAX_JSON_BYTES) refuse()
  }
  const finish = () => {
    stop()
    const [only] = parts
    const text = (parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)).toString('utf8')
    const fault = excessIn(text)
    if (fault) reject(fault)
    else resolve(text)
  }
  const cutOff = () => fail(new SpillwayError('invalid_input', `${what} ended before it was complete.`))
  const refuse = () => {
    incoming.pause()
    fail(
      new SpillwayError(
        'too_large',
        `${what} may have ${MAX_JSON_BYTES} bytes.`,
        'Send larger content as a raw body (application/octet-stream) to /api/v1/offload.',
      ),
    )
  }
  if (Number(incoming.headers['content-length'] ?? 0) > MAX_JSON_BYTES) refuse()
  else incoming.on('data', take).on('end', finish).on('error', cutOff).on('close', cutOff)
  return promise
}

/**
 * An object from the body; an empty body is an empty object. Whatever is JSON is taken, whatever it is called: curl calls all of it
 * a form. @throws SpillwayError `invalid_input`, `unsupported_media`, `too_large`
 */
export async function readJson(c: Context<Env>): Promise<object> {
  const text = await readText(c.env.incoming)
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    const type = c.req.header('content-type') ?? ''
    if (!JSON_TYPE.test(type))
      throw new SpillwayError(
        'unsupported_media',
        `The body is not JSON but ${type === '' ? 'of no type' : type}: ${reasonOf(error)}`,
        'Send JSON in UTF-8, with content-type: application/json.',
      )
    throw new SpillwayError('invalid_input', `The body is not JSON: ${reasonOf(error)}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SpillwayError('invalid_input', 'The body must be a JSON object.')
  return value
}
