import type { OperationInput } from '../../../shared/contract.ts'

/** What a person chose to prune. All fields are kept while they change their mind. */
export interface What {
  by: 'age' | 'tool' | 'all'
  seconds: number
  /** A glob on `server.tool`. */
  tool: string
}

export const AGES = [
  { name: '1 hour', seconds: 3_600 },
  { name: '1 day', seconds: 86_400 },
  { name: '7 days', seconds: 604_800 },
  { name: '30 days', seconds: 2_592_000 },
] as const

/** The choice as the daemon takes it; null where it is not complete. */
export function orderOf({ by, seconds, tool }: What): OperationInput<'prune'> | null {
  if (by === 'age') return { olderThanSeconds: seconds }
  if (by === 'all') return { all: true }
  return tool.trim() === '' ? null : { tool: tool.trim() }
}
