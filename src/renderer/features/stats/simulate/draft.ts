import type { OperationInput, OperationOutput } from '../../../../shared/contract.ts'
import type { PolicyChange } from '../../../../shared/contract/simulate.ts'

type Changes = OperationInput<'editConfig'>['changes']

/** One value that applying a policy changes. */
export interface Change {
  readonly path: readonly string[]
  /** As the file has it now; undefined: it says nothing. */
  readonly before: unknown
  /** Undefined: the file says nothing any more. */
  readonly after: unknown
}

const FIELDS = ['action', 'thresholdBytes', 'previewTokens', 'previewStyle'] as const

/** What applying the policy that is tried changes in the configuration, and nothing else. */
export function changesOf(draft: PolicyChange, { config }: OperationOutput<'getConfig'>): Change[] {
  const policy = recordOf(config['policy'])
  const wanted = (field: (typeof FIELDS)[number]) =>
    // A preset was tried by itself: what is set beside the one of now goes.
    draft[field] ?? (draft.preset === undefined ? policy[field] : undefined)
  const fields = [
    { path: ['policy', 'preset'], before: policy['preset'], after: draft.preset ?? policy['preset'] },
    ...FIELDS.map((field) => ({ path: ['policy', field], before: policy[field], after: wanted(field) })),
  ]
  const [before, after] = [recordOf(policy['tools']), draft.tools ?? recordOf(policy['tools'])]
  const tools = [...new Set([...Object.keys(before), ...Object.keys(after)])].map((glob) => ({
    path: ['policy', 'tools', glob],
    before: before[glob],
    after: recordOf(after)[glob],
  }))
  return [...fields, ...tools].filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
}

export const toEdits = (changes: readonly Change[]): Changes =>
  changes.map(({ path, after }) => ({ path: [...path], ...(after !== undefined && { value: after }) }))

export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
