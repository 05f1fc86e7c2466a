import { SpillwayError } from '../../../shared/errors.ts'
import { parseReferences, type Reference } from '../../policy/references/parse.ts'
import { isRecord } from '../../policy/payload.ts'
import { numberOf, parseJson } from '../../rpc/json.ts'
import type { Reader } from '../reader.ts'
import type { Services } from '../services.ts'
import { itemShape, memberShape, type Shape, wantsString } from './shape.ts'
import { MAX_BYTES, referencedValue, TOO_LARGE } from './value.ts'

/** One reference that was replaced by its value. */
export interface Resolved {
  readonly reference: string
  /** The entry that it came from; null where the step's result was not offloaded. */
  readonly entry: string | null
  readonly bytes: number
}

/**
 * Replaces every reference in the strings of `value` by the full stored value. Where a whole string is one reference and the schema
 * wants something else than a string, the JSON value goes in.
 * @throws SpillwayError `not_found`, `expired`, `invalid_input` naming the reference; `too_large`
 */
export async function resolveReferences(
  services: Services,
  reader: Reader,
  value: unknown,
  schema: unknown = {},
): Promise<{ value: unknown; resolved: Resolved[] }> {
  const resolved: Resolved[] = []
  let budget = MAX_BYTES
  const textOf = async (reference: Reference) => {
    const found = await referencedValue(services, reader, reference)
    const bytes = Buffer.byteLength(found.text)
    budget -= bytes
    if (budget < 0) throw new SpillwayError('too_large', `${reference.text}: ${TOO_LARGE}`)
    resolved.push({ reference: reference.text, entry: found.entry, bytes })
    return found
  }
  // One after the other: a call that refers to much must not have it all in memory before it is refused.
  const walk = async (node: unknown, shape: Shape): Promise<unknown> => {
    if (typeof node === 'string') return inString(node, shape)
    if (Array.isArray(node)) {
      const items: unknown[] = []
      for (const [index, item] of node.entries()) items.push(await walk(item, itemShape(shape, index)))
      return items
    }
    if (!isRecord(node) || numberOf(node) !== null) return node
    const members: [string, unknown][] = []
    for (const [key, member] of Object.entries(node))
      members.push([key, await walk(member, memberShape(shape, key))])
    return Object.fromEntries(members)
  }
  const inString = async (text: string, shape: Shape): Promise<unknown> => {
    if (!text.includes('{{')) return text
    const pieces = parseReferences(text)
    const [only] = pieces
    if (pieces.length === 1 && only && 'reference' in only) {
      const found = await textOf(only.reference)
      return wantsString(shape) ? found.text : asJson(found.text, only.reference)
    }
    const texts: string[] = []
    for (const piece of pieces)
      texts.push('literal' in piece ? piece.literal : (await textOf(piece.reference)).text)
    return texts.join('')
  }
  const replaced = await walk(value, { schema, root: schema })
  const entries = resolved.flatMap(({ entry }) => entry ?? [])
  if (entries.length > 0) await services.store.write.useEntries({ entries, at: services.now() })
  return { value: replaced, resolved }
}

function asJson(text: string, reference: Reference): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new SpillwayError(
      'invalid_input',
      `${reference.text} is not JSON, and the tool wants no string there.`,
    )
  }
}
