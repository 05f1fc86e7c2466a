/** What one look at the installation found. */
export interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly message: string
  /** What to do about it. */
  readonly remedy?: string
}

export const fine = (check: string, message: string): Finding => ({ check, ok: true, message })

export const wrong = (check: string, message: string, remedy: string): Finding => ({
  check,
  ok: false,
  message,
  remedy,
})
