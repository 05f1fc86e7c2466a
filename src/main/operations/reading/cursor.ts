import { z } from 'zod'
import { SpillwayError } from '../../../shared/errors.ts'
import { type ReadParams, readParams } from '../../../shared/reading.ts'

/** A cursor carries every other parameter of the read that goes on. */
const carried = z.strictObject({ id: z.string(), ...readParams.omit({ cursor: true }).shape })

export function toCursor(id: string, params: Omit<ReadParams, 'cursor'>): string {
  return Buffer.from(JSON.stringify({ id, ...params })).toString('base64url')
}

/** @throws SpillwayError `invalid_input` where it is not ours, or is about another entry. */
export function fromCursor(cursor: string, id: string | undefined): { id: string; params: ReadParams } {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    value = null
  }
  const parsed = carried.safeParse(value)
  if (!parsed.success)
    throw new SpillwayError(
      'invalid_input',
      'That cursor is not one that a read gave.',
      'Read again without a cursor.',
    )
  const { id: about, ...params } = parsed.data
  if (id !== undefined && id !== about)
    throw new SpillwayError('invalid_input', `That cursor goes on reading ${about}, not ${id}.`)
  return { id: about, params }
}
