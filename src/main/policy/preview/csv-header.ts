/** What a column may be called: a word or a few, with a unit behind them. */
const NAME = /^\s*[\p{L}_#$][\p{L}\p{N}_ .:()%#$&/-]{0,60}\s*$/u

/** Names are different from each other, and none is empty or a value. */
export function looksLikeHeader(fields: string[]): boolean {
  return new Set(fields).size === fields.length && fields.every((field) => NAME.test(field))
}
