import type { Context } from 'hono'
import { offloadFields, type OffloadResult } from '../../shared/contract/entries.ts'
import { SpillwayError } from '../../shared/errors.ts'
import { offloadStream } from '../operations/offload.ts'
import type { Services } from '../operations/services.ts'
import { BodyPieces } from './body-pieces.ts'
import { callerOf, type Env } from './context.ts'

/** Fields that are JSON where they stand in a query string. */
const JSON_FIELDS = ['arguments', 'metadata']

/** `POST /offload` with a raw body of any size: the other fields are query parameters. */
export async function offloadBody(c: Context<Env>, services: Services): Promise<OffloadResult> {
  const query: Record<string, unknown> = { ...c.req.query() }
  for (const field of JSON_FIELDS) {
    const text = query[field]
    if (typeof text !== 'string') continue
    try {
      query[field] = JSON.parse(text)
    } catch {
      throw new SpillwayError('invalid_input', `${field}: must be JSON.`)
    }
  }
  const parsed = offloadFields.safeParse(query)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new SpillwayError('invalid_input', `${issue?.path.join('.')}: ${issue?.message}`)
  }
  const announced = c.req.header('content-length')
  return offloadStream(services, callerOf(c), parsed.data, {
    pieces: new BodyPieces(c.env.incoming),
    length: announced === undefined ? null : Number(announced),
  })
}
