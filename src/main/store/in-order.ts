import { type CountSteps, LateSteps } from './late-steps.ts'
import type { StepRecord, StoreReads, StoreWrites } from './protocol.ts'

export type Caller<M extends StoreReads | StoreWrites> = {
  [K in keyof M & string]: M[K] extends (order: infer O) => infer R
    ? (order: O) => Promise<Awaited<R>>
    : never
}

type Send = (method: string, order: unknown) => Promise<unknown>

export interface InOrder {
  readonly read: Caller<StoreReads>
  readonly write: Caller<StoreWrites>
  /** For steps that nobody waits for. */
  readonly later: LateSteps
}

/** Reads on the way of every call or page, which know of nothing that a late step writes. */
const SEE_NO_STEPS: ReadonlySet<string> = new Set([
  'nameTaken',
  'lastNameNumber',
  'clientByToken',
  'clients',
  'bytes',
  'chars',
  'lines',
] satisfies (keyof StoreReads)[])

/** The store's two faces, by name. Steps are written late, but never so that anyone could tell: a read waits, and a write comes after. */
export function inOrder({
  read,
  write,
  count,
}: {
  read: Send
  write: Send
  count?: CountSteps | undefined
}): InOrder {
  const later = new LateSteps((record: StepRecord) => write('commitStep', record), count)
  return {
    later,
    read: caller((method, order) =>
      later.pending && !SEE_NO_STEPS.has(method)
        ? later.settled().then(() => read(method, order))
        : read(method, order),
    ),
    write: caller((method, order) => {
      later.send()
      return write(method, order)
    }),
  }
}

/** Reads and writes go by name, so each side is one function behind a typed face. */
function caller<M extends StoreReads | StoreWrites>(send: Send): Caller<M> {
  return new Proxy({} as Caller<M>, {
    get: (_target, method) => (order: unknown) => send(String(method), order),
  })
}
