import { z } from 'zod'
import { ENTRY_ID, ID_BODY } from './id-format.ts'

export const entryId = z.string().regex(ENTRY_ID)
export const sessionId = z.string().regex(new RegExp(`^s_${ID_BODY}{16}$`))
export const turnId = z.string().regex(new RegExp(`^t_${ID_BODY}{12}$`))
export const callId = z.string().regex(new RegExp(`^c_${ID_BODY}{12}$`))
export const clientId = z.string().regex(new RegExp(`^k_${ID_BODY}{12}$`))
export const projectId = z.string().regex(new RegExp(`^p_${ID_BODY}{12}$`))
