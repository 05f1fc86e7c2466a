import type { OperationArgs, OperationOutput } from '../../shared/contract.ts'
import { SpillwayError } from '../../shared/errors.ts'
import type { OutlineFrom } from '../store/search/outline.ts'
import { findContent, readerOf } from './reader.ts'
import type { Caller, Services } from './services.ts'

/** What a JSON entry is made of, one level at a time. It serves the app's tree; agents have mode `json`, which is metered. */
export async function outlineEntry(
  services: Services,
  caller: Caller,
  { id, start, cursor, limit }: OperationArgs<'outlineEntry'>,
): Promise<OperationOutput<'outlineEntry'>> {
  const content = await findContent(services, await readerOf(services, caller, id), id)
  const lines = content.kind === 'ndjson' && start === undefined
  const first: OutlineFrom = { char: start ?? 0, inside: lines ? 'array' : null, index: 0 }
  const from = cursor === undefined ? first : fromCursor(cursor)
  const { next, ...outline } = await services.search.outline({ content, from, limit })
  return { ...outline, nextCursor: next && toCursor(next) }
}

const toCursor = ({ char, inside, index }: OutlineFrom) => `${inside}.${char}.${index}`

function fromCursor(cursor: string): OutlineFrom {
  const [, inside, char, index] = /^(object|array)\.(\d+)\.(\d+)$/.exec(cursor) ?? []
  if (inside === undefined)
    throw new SpillwayError('invalid_input', 'That cursor is not one that an outline gave.')
  return { inside: inside as 'object' | 'array', char: Number(char), index: Number(index) }
}
