import { ERROR_STATUS, type ErrorBody, type ErrorCode, toErrorBody } from '../../shared/errors.ts'

interface Refusal {
  readonly status: number
  readonly body: ErrorBody
  readonly headers: Readonly<Record<string, string>>
}

/** An error as HTTP says it. A 401 names how to come in, as RFC 9110 (15.5.2) wants it. */
export function refusalOf(error: unknown): Refusal {
  const body = toErrorBody(error)
  const status = ERROR_STATUS[body.error.code as ErrorCode] ?? 500
  return { status, body, headers: status === 401 ? { 'www-authenticate': 'Bearer realm="spillway"' } : {} }
}
