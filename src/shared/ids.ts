import { z } from 'zod'

/**
 * Every id is a letter that says what it names, an underscore and lower-case Crockford base32.
 * Ids are handles, never secrets: whoever presents one must also be allowed to see what it names.
 */
const BODY = '[0-9a-hjkmnp-tv-z]'

export const ID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

export const ENTRY_ID = new RegExp(`^e_${BODY}{12}$`)

export const entryId = z.string().regex(ENTRY_ID)
export const sessionId = z.string().regex(new RegExp(`^s_${BODY}{16}$`))
export const turnId = z.string().regex(new RegExp(`^t_${BODY}{12}$`))
export const callId = z.string().regex(new RegExp(`^c_${BODY}{12}$`))
export const clientId = z.string().regex(new RegExp(`^k_${BODY}{12}$`))
export const projectId = z.string().regex(new RegExp(`^p_${BODY}{12}$`))

/** How many base32 characters follow each prefix. */
export const ID_LENGTH = { e: 12, s: 16, t: 12, c: 12, k: 12, p: 12 } as const
export type IdPrefix = keyof typeof ID_LENGTH
