import type { Contract, OperationInput, OperationName } from '../../shared/contract.ts'

type Fields = Readonly<Record<string, unknown>>

/** Where and how one operation is called: the path with its `:name` fields filled in, and the rest as body. */
export interface Address {
  path: string
  /** Undefined where the input travels in the path and the query. */
  body: string | undefined
}

/** What a query string can carry; the contract has nothing else in the input of GET and DELETE. */
const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** Puts an operation's input where the contract says it goes: path fields, then query (GET, DELETE) or body. */
export function address<N extends OperationName>(
  { method, path }: Pick<Contract[N], 'method' | 'path'>,
  input: OperationInput<N>,
): Address {
  const rest: Record<string, unknown> = { ...(input as Fields) }
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  if (method !== 'GET' && method !== 'DELETE') return { path: filled, body: JSON.stringify(rest) }

  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) {
    if (isPlain(value)) query.set(name, String(value))
  }
  const text = query.toString()
  return { path: text === '' ? filled : `${filled}?${text}`, body: undefined }
}
