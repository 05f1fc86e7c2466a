import { ERROR_STATUS, SpillwayError, errorBody } from '../../shared/errors.ts'
import type { ErrorCode } from '../../shared/errors.ts'

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_STATUS, code)

/** The error that a daemon named in its `{error: {code, message, hint?}}`; null where `body` is none. */
export function readRefusal(body: unknown): SpillwayError | null {
  const parsed = errorBody.safeParse(body)
  if (!parsed.success) return null
  const { code, message, hint } = parsed.data.error
  return new SpillwayError(isErrorCode(code) ? code : 'internal', message, hint)
}
