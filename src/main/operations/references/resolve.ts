import { SpillwayError } from '../../../shared/errors.ts'
import { parseReferences, type Reference } from '../../policy/references/parse.ts'
import { isRecord } from '../../policy/payload.ts'
import { numberOf, parseJson } from '../../rpc/json.ts'
import type { Reader } from '../reader.ts'
import type { Services } from '../services.ts'
import { referencedValue } from './value.ts'

/** All that one call's references may bring in together. */
const MAX_BYTES = 64 * 1024 * 1024

/** One reference that was replaced by its value. */
export interface Resolved {
  readonly reference: string
  /** The entry that it came from; null where the step's result was not offloaded. */
  readonly entry: string | null
  readonly bytes: number
}

/** Part of a JSON Schema, as tools give it. */
type Schema = Record<string, unknown>

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
    if (budget < 0)
      throw new SpillwayError(
        'too_large',
        `${reference.text} is too large: references may bring in 64 MiB in all.`,
      )
    resolved.push({ reference: reference.text, entry: found.entry, bytes })
    return found
  }
  const walk = async (node: unknown, shape: unknown): Promise<unknown> => {
    if (typeof node === 'string') return inString(node, shape)
    if (Array.isArray(node)) return Promise.all(node.map((item) => walk(item, itemSchema(shape))))
    if (!isRecord(node) || numberOf(node) !== null) return node
    const members = await Promise.all(
      Object.entries(node).map(
        async ([key, member]) => [key, await walk(member, memberSchema(shape, key))] as const,
      ),
    )
    return Object.fromEntries(members)
  }
  const inString = async (text: string, shape: unknown): Promise<unknown> => {
    if (!text.includes('{{')) return text
    const pieces = parseReferences(text)
    const [only] = pieces
    if (pieces.length === 1 && only && 'reference' in only) {
      const found = await textOf(only.reference)
      return wantsString(shape) ? found.text : asJson(found.text, only.reference)
    }
    const texts = await Promise.all(
      pieces.map(async (piece) =>
        'literal' in piece ? piece.literal : (await textOf(piece.reference)).text,
      ),
    )
    return texts.join('')
  }
  const replaced = await walk(value, schema)
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

/** A schema that says nothing, or allows strings among others, gets the text. */
function wantsString(shape: unknown): boolean {
  if (!isRecord(shape)) return true
  const alternatives = shape['anyOf'] ?? shape['oneOf']
  if (Array.isArray(alternatives)) return alternatives.some(wantsString)
  const { type } = shape
  return type === undefined || type === 'string' || (Array.isArray(type) && type.includes('string'))
}

function memberSchema(shape: unknown, key: string): Schema | undefined {
  const properties = isRecord(shape) ? shape['properties'] : undefined
  const member = isRecord(properties) ? properties[key] : undefined
  return isRecord(member) ? member : undefined
}

function itemSchema(shape: unknown): unknown {
  return isRecord(shape) ? shape['items'] : undefined
}
