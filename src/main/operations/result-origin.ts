import type { Entry } from '../../shared/entry.ts'
import { META } from '../../shared/names.ts'
import { isLeftOut } from '../policy/capture.ts'
import type { ToolResult } from '../policy/payload.ts'
import type { Preview } from '../policy/preview/index.ts'
import type { ReferenceFacts } from '../policy/reference.ts'
import { resolveRule, type Rule } from '../policy/rule.ts'
import type { ActiveSession, Step } from '../recording/active-session.ts'
import type { Services } from './services.ts'

/** Which call a result answers. */
export interface ResultOrigin {
  readonly session: ActiveSession
  readonly step: Step
  /** The id that its record gets; a new one where none is given. */
  readonly call?: string
  readonly server: string | null
  readonly tool: string
  /** As JSON; null where there were none. */
  readonly arguments: string | null
  /** As its server got them, where that is something else: JSON. */
  readonly resolved?: string | null
  /** What the agent's program calls this call. */
  readonly clientCall?: string | null
  /** The call that it makes again. */
  readonly repeats?: string | null
  readonly startedAt: number
  readonly durationMs: number
  /** Asked for by the caller; each beats the policy. */
  readonly wishes?: Wishes
}

export interface Wishes {
  /** Store it under this name, over what has it, whatever its size (P2). */
  readonly saveAs?: string | undefined
  readonly force?: boolean | undefined
  readonly name?: string | undefined
  readonly ttlSeconds?: number | undefined
  readonly metadata?: Record<string, unknown> | undefined
}

/** A result on its way to an agent, with what was stored for it. */
export interface DeliveredResult {
  readonly result: ToolResult
  readonly entries: readonly StoredEntry[]
}

export interface StoredEntry {
  readonly entry: Entry
  readonly facts: ReferenceFacts
  readonly preview: Preview
  readonly text: string
}

/** What the policy says of it, with what the caller asked for. */
export function ruleFor(
  services: Services,
  { server, tool, wishes }: Pick<ResultOrigin, 'server' | 'tool' | 'wishes'>,
): Rule {
  const { policy, capture } = services.config()
  const rule = resolveRule(policy, server, tool)
  if (isLeftOut(capture, server, tool)) return { ...rule, enabled: false, record: false }
  return wishes?.force
    ? { ...rule, enabled: true, action: 'offload', media: 'offload', errorThresholdBytes: 0 }
    : rule
}

/** Every result says which step it was, so that a later call can refer to it. */
export function withStep(result: ToolResult, { step }: ResultOrigin): ToolResult {
  return { ...result, _meta: { ...result['_meta'], [META.step]: step.step } }
}
