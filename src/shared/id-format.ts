/**
 * Every id is a letter that says what it names, an underscore and lower-case Crockford base32.
 * Ids are handles, never secrets: whoever presents one must also be allowed to see what it names.
 */
export const ID_BODY = '[0-9a-hjkmnp-tv-z]'

export const ID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

export const ENTRY_ID = new RegExp(`^e_${ID_BODY}{12}$`)

/** How many base32 characters follow each prefix. */
export const ID_LENGTH = { e: 12, s: 16, t: 12, c: 12, k: 12, p: 12 } as const
export type IdPrefix = keyof typeof ID_LENGTH
