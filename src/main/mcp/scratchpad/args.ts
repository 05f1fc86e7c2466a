import type { z } from 'zod'
import { SpillwayError } from '../../../shared/errors.ts'
import { isObject } from '../../rpc/message.ts'

/**
 * The arguments of a tool call. Models write numbers as strings, and null for what they leave out: what can only be meant in one way is
 * taken so, or it would cost them a turn.
 * @throws SpillwayError `invalid_input` that names the argument, and where it is none what there are
 */
export function parseArgs<S extends z.ZodObject>(schema: S, given: unknown): z.output<S> {
  const args = withoutNulls(given ?? {})
  const parsed = schema.safeParse(args)
  if (parsed.success) return parsed.data
  const respelled = schema.safeParse(asMeant(args, parsed.error.issues))
  if (respelled.success) return respelled.data
  const [issue] = respelled.error.issues
  throw new SpillwayError(
    'invalid_input',
    `${issue?.path.join('.') || 'arguments'}: ${issue?.message}`,
    issue?.code === 'unrecognized_keys' ? `There are ${Object.keys(schema.shape).join(', ')}.` : undefined,
  )
}

const withoutNulls = (args: unknown): unknown =>
  isObject(args) ? Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null)) : args

/** Numbers and booleans that came as strings where the schema wants none. */
function asMeant(args: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  if (!isObject(args)) return args
  const meant = { ...args }
  for (const issue of issues) {
    const [key, ...deeper] = issue.path
    if (issue.code !== 'invalid_type' || typeof key !== 'string' || deeper.length > 0) continue
    const value = meant[key]
    if (typeof value !== 'string') continue
    if (['number', 'int'].includes(issue.expected) && /^-?\d{1,15}$/.test(value)) meant[key] = Number(value)
    if (issue.expected === 'boolean' && /^(true|false)$/.test(value)) meant[key] = value === 'true'
  }
  return meant
}
