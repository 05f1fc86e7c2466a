import { parseArgs } from 'node:util'

/** Starts in the tray, without showing the window: how the platform starts it at login. */
export const HIDDEN = '--hidden'

export interface StartOptions {
  readonly home: string | undefined
  readonly hidden: boolean
  /** A recording to show read-only: named, or a file that the platform opens with us. */
  readonly view: string | undefined
}

/** What the app was started with; Chromium's own arguments, which stand among them, are left alone. */
export function startOptions(argv: readonly string[]): StartOptions {
  const { values, positionals } = parseArgs({
    args: argv.slice(1),
    options: { home: { type: 'string' }, view: { type: 'string' }, [HIDDEN.slice(2)]: { type: 'boolean' } },
    strict: false,
    allowPositionals: true,
  })
  return {
    home: typeof values['home'] === 'string' ? values['home'] : undefined,
    hidden: values['hidden'] === true,
    view: typeof values['view'] === 'string' ? values['view'] : positionals.find(isRecording),
  }
}

const isRecording = (argument: string) => argument.endsWith('.spillway')
