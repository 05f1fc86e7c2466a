import { isRecord } from '../../policy/payload.ts'

/** What a tool's JSON Schema says of one place in its arguments; `root` is where its `$ref`s point into. */
export interface Shape {
  readonly schema: unknown
  readonly root: unknown
}

/** A schema that refers to itself by nothing but `$ref`s ends here. */
const MAX_REFS = 16

/** Whether text may stand there: a schema that says nothing, or allows strings among others, takes it. */
export function wantsString(shape: Shape): boolean {
  const { schema, root } = resolved(shape)
  if (!isRecord(schema)) return schema !== false
  const { type, enum: values, allOf } = schema
  const at = (inner: unknown) => wantsString({ schema: inner, root })
  if (type !== undefined && ![type].flat().includes('string')) return false
  if ('const' in schema && typeof schema['const'] !== 'string') return false
  if (Array.isArray(values) && !values.some((value) => typeof value === 'string')) return false
  if (Array.isArray(allOf) && !allOf.every(at)) return false
  return [schema['anyOf'], schema['oneOf']].every((among) => !Array.isArray(among) || among.some(at))
}

/** What the schema says of one member of an object. */
export function memberShape(shape: Shape, key: string): Shape {
  return firstOf(shape, (schema) => {
    const { properties, additionalProperties } = schema
    if (isRecord(properties) && Object.hasOwn(properties, key)) return properties[key]
    return isRecord(additionalProperties) ? additionalProperties : undefined
  })
}

/** What the schema says of one item of an array. */
export function itemShape(shape: Shape, index: number): Shape {
  return firstOf(shape, ({ prefixItems, items }) => {
    // A tuple is `prefixItems` since 2020-12, and was `items` before.
    const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : []
    return tuple[index] ?? (isRecord(items) ? items : undefined)
  })
}

/** What the schema itself or one of its alternatives says, the first that says something. */
function firstOf(shape: Shape, find: (schema: Record<string, unknown>) => unknown): Shape {
  const { schema, root } = resolved(shape)
  if (!isRecord(schema)) return { schema: undefined, root }
  const own = find(schema)
  if (own !== undefined) return { schema: own, root }
  for (const inner of [schema['allOf'], schema['anyOf'], schema['oneOf']].flat()) {
    const found = inner === undefined ? null : firstOf({ schema: inner, root }, find)
    if (found && found.schema !== undefined) return found
  }
  return { schema: undefined, root }
}

/** Follows `$ref`s within the schema; one that leads elsewhere says nothing. */
function resolved({ schema, root }: Shape): Shape {
  let at = schema
  for (let refs = 0; isRecord(at) && typeof at['$ref'] === 'string'; refs++) {
    if (refs === MAX_REFS) return { schema: undefined, root }
    at = pointed(root, at['$ref'])
  }
  return { schema: at, root }
}

function pointed(root: unknown, ref: string): unknown {
  if (ref !== '#' && !ref.startsWith('#/')) return undefined
  const keys = ref.split('/').slice(1)
  return keys.reduce<unknown>((node, key) => {
    const name = decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(node)) return node[Number(name)]
    return isRecord(node) && Object.hasOwn(node, name) ? node[name] : undefined
  }, root)
}
