import { parseArgs } from 'node:util'

/** Starts in the tray, without showing the window: how the platform starts it at login. */
export const HIDDEN = '--hidden'

export interface StartOptions {
  readonly home: string | undefined
  readonly hidden: boolean
}

/** What the app was started with; Chromium's own arguments, which stand among them, are left alone. */
export function startOptions(argv: readonly string[]): StartOptions {
  const { values } = parseArgs({
    args: argv.slice(1),
    options: { home: { type: 'string' }, [HIDDEN.slice(2)]: { type: 'boolean' } },
    strict: false,
    allowPositionals: true,
  })
  return {
    home: typeof values['home'] === 'string' ? values['home'] : undefined,
    hidden: values['hidden'] === true,
  }
}
