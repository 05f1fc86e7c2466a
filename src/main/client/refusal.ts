import { ERROR_STATUS, SpillwayError } from '../../shared/errors.ts'
import type { ErrorCode } from '../../shared/errors.ts'

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_STATUS, code)

// By hand: the bridge and the hook would load all schemas for it.
const memberOf = (value: unknown, name: string): Record<string, unknown> | null => {
  const member: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : null
  return typeof member === 'object' ? (member as Record<string, unknown> | null) : null
}

/** The error that a daemon named in its `{error: {code, message, hint?}}`; null where `body` is none. */
export function readRefusal(body: unknown): SpillwayError | null {
  const { code, message, hint } = memberOf(body, 'error') ?? {}
  if (typeof code !== 'string' || typeof message !== 'string') return null
  return new SpillwayError(
    isErrorCode(code) ? code : 'internal',
    message,
    typeof hint === 'string' ? hint : undefined,
  )
}
