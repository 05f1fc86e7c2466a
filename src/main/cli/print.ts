import { withoutTurns } from '../../shared/bidi.ts'

// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

export function printLine(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** To stderr, so that it never mixes with output that is piped on. */
export function printNote(text: string): void {
  process.stderr.write(`${text}\n`)
}

/**
 * Stored text as it may be shown in a terminal: control characters other than tab and newline become visible, and those that turn
 * the direction of text, because tool output that carries them must not steer the terminal of who looks at it.
 */
export function visible(text: string): string {
  return withoutTurns(text).replaceAll(CONTROL, (character) => {
    const code = character.charCodeAt(0)
    return code < 0x20 ? `^${String.fromCharCode(code + 0x40)}` : `\\x${code.toString(16)}`
  })
}
