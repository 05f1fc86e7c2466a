/** Stable codes of everything that can go wrong at a public boundary, with the HTTP status each maps to. */
export const ERROR_STATUS = {
  invalid_input: 400,
  invalid_pattern: 400,
  unauthorized: 401,
  forbidden: 403,
  forbidden_host: 403,
  forbidden_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  expired: 410,
  too_large: 413,
  unsupported_media: 415,
  range_not_satisfiable: 416,
  timeout: 422,
  unsupported: 422,
  internal: 500,
  upstream_failed: 502,
  unavailable: 503,
  storage_full: 507,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** Thrown once where something goes wrong, mapped once at each boundary (HTTP, MCP, CLI). */
export class SpillwayError extends Error {
  readonly code: ErrorCode
  /** One sentence that says what to do about it. */
  readonly hint: string | undefined

  constructor(code: ErrorCode, message: string, hint?: string) {
    super(message)
    this.name = 'SpillwayError'
    this.code = code
    this.hint = hint
  }
}

/** The form in which it crosses a boundary. */
export interface ErrorBody {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly hint?: string | undefined
  }
}

/** What a thrown value says. */
export const reasonOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

/** The public form of any thrown value; what is not ours is `internal` and says no more than its message. */
export function toErrorBody(thrown: unknown): ErrorBody {
  if (thrown instanceof SpillwayError) {
    const { code, message, hint } = thrown
    return { error: hint === undefined ? { code, message } : { code, message, hint } }
  }
  return { error: { code: 'internal', message: reasonOf(thrown) } }
}
