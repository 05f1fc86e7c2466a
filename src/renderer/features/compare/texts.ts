import type { QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '../../api/client.ts'
import { queries } from '../../api/queries.ts'
import { contentText } from '../content/content-bytes.ts'
import { callText, entryText } from '../detail/delivered.ts'

export type Compared = 'content' | 'delivered'

/** A call as it is compared. */
export interface Side {
  readonly call: string
  /** Milliseconds since 1970. */
  readonly time: number
  readonly server: string | null
  readonly tool: string
  readonly rawBytes: number
  readonly entries: readonly { readonly id: string; readonly name: string }[]
}

/** More of each is not compared: the difference of megabytes is nothing that one reads. */
export const COMPARED_BYTES = 1_000_000

/** The text of a step that is compared: its whole content, or what the agent saw of it. */
export async function textOf(
  client: ApiClient,
  queryClient: QueryClient,
  step: Side,
  what: Compared,
): Promise<string> {
  const id = step.entries[0]?.id
  if (id === undefined) return callText(await queryClient.fetchQuery(queries.call(client, step.call))) ?? ''
  const entry = await queryClient.fetchQuery(queries.entry(client, id))
  if (what === 'delivered') return entryText(entry) ?? ''
  return queryClient.fetchQuery(contentText(client, entry, COMPARED_BYTES))
}
