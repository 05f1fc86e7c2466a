import { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
export type Access = 'public' | 'client' | 'admin'

interface Operation<I extends z.ZodType, O extends z.ZodType> {
  readonly method: Method
  readonly path: string
  readonly access: Access
  readonly summary: string
  readonly input: I
  readonly output: O
}

/** A row of the table of operations; see `contract.ts` for what its fields mean. */
export const operation = <I extends z.ZodType, O extends z.ZodType>(definition: Operation<I, O>) => definition

/** Query strings carry text; these read them as what they mean. */
export const flag = z.union([z.boolean(), z.stringbool()])
export const number = z.coerce.number().int()
export const limit = number.min(1).max(1_000)

/** Lists go on with `nextCursor` until it is null. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable(), total: z.int() })
