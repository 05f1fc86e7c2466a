import type { ErrorBody } from '../../shared/errors.ts'

/** A request that did not succeed: `code` is stable, `message` fits a toast, `hint` says what to do. */
export class ApiFailure extends Error {
  readonly code: string
  readonly hint: string | undefined
  /** The HTTP status; 0 where no answer came at all. */
  readonly status: number

  constructor(status: number, error: ErrorBody['error']) {
    super(error.message)
    this.name = 'ApiFailure'
    this.status = status
    this.code = error.code
    this.hint = error.hint
  }
}

/** The failure for a request that nobody answered: the daemon is down or the network refuses. */
export function unreachable(): ApiFailure {
  return new ApiFailure(0, {
    code: 'unreachable',
    message: 'The daemon does not answer.',
    hint: 'Start it again with `spillway serve`.',
  })
}

/** The failure that a response with an error status stands for, whether or not its body is ours. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  const body = await response.text()
  try {
    return new ApiFailure(response.status, (JSON.parse(body) as ErrorBody).error)
  } catch {
    // A proxy's page or an empty body: the status is all there is to tell.
    return new ApiFailure(response.status, {
      code: 'internal',
      message: `The daemon answered ${response.status} ${response.statusText}`.trim(),
    })
  }
}

/** True where the page's login is missing or over. */
export function isSignedOut(thrown: unknown): boolean {
  return thrown instanceof ApiFailure && thrown.status === 401
}
