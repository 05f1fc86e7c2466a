import { isObject } from '../rpc/message.ts'

/** The argument that every upstream tool gets from us: the name to store its result under (P2). */
const ARGUMENT = 'scratchpad'

/** Without a description: it would be paid for on every tool; the server's instructions explain it once. */
const SCHEMA = { type: 'string' }

type Definition = Record<string, unknown>

/** Whether a tool has an argument of that name of its own, which is then left alone. */
function hasOwn(definition: Definition | null): boolean {
  const schema = definition?.['inputSchema']
  const properties = isObject(schema) ? schema['properties'] : undefined
  return isObject(properties) && ARGUMENT in properties
}

/** The tool as it is listed: with the extra argument, unless it has one of its own. */
export function withSaveAs(definition: Definition): Definition {
  const schema = definition['inputSchema']
  if (!isObject(schema) || hasOwn(definition)) return definition
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  return { ...definition, inputSchema: { ...schema, properties: { ...properties, [ARGUMENT]: SCHEMA } } }
}

/** The arguments as the upstream gets them, and the name to store the result under, if one was given. */
export function takeSaveAs(
  args: unknown,
  definition: Definition | null,
): { args: unknown; saveAs: string | undefined } {
  if (!isObject(args) || typeof args[ARGUMENT] !== 'string' || hasOwn(definition))
    return { args, saveAs: undefined }
  const { [ARGUMENT]: saveAs, ...rest } = args
  return { args: rest, saveAs }
}
