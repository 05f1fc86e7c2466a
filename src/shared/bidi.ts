const BIDI_CONTROL = /[\u202a-\u202e\u2066-\u2069]/g

/** Text in which nothing turns the order of what follows it: a command must read as it will run. */
export const withoutTurns = (text: string): string =>
  text.replaceAll(BIDI_CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16)}`)
