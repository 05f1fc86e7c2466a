import type { Plan } from '../policy/decide.ts'
import type { Rule } from '../policy/rule.ts'
import type { TokenCount } from '../policy/tokens/count.ts'
import { skeletonOf } from '../recording/skeleton.ts'
import type { StepRecord } from '../store/protocol.ts'
import { commitStep } from './commit-step.ts'
import { countLater } from './count-later.ts'
import { fitsRow } from './packed-json.ts'
import { textsOf } from './payload-texts.ts'
import { callOf, isRecorded, recordOf } from './record-call.ts'
import type { SafeResult } from './safe-result.ts'
import type { Services } from './services.ts'

interface Plain {
  readonly plan: Plan
  readonly outcome: 'inline' | 'failopen' | 'cancelled'
  readonly reason: string | null
  /** What its server answered in the place of a result: JSON. */
  readonly error?: string | null
}

/** Writes a step whose result the agent gets as it is. */
export async function commitPlain(
  services: Services,
  safe: SafeResult,
  rule: Rule,
  { plan, outcome, reason, error = null }: Plain,
): Promise<void> {
  const wanted = isRecorded(services, rule) && outcome === 'inline' && error === null
  const { call, extraBlobs, texts } = await recordOf(services, safe, rule, {
    plan: { action: 'inline', rawBytes: plan.rawBytes, reason: '' },
    delivered: safe.result,
    outcome,
    reason,
    hashes: [],
    // What could not be stored a moment ago is not tried again for the record's sake.
    bodies: wanted,
    error,
  })
  await commitStep(services, {
    at: services.now(),
    call,
    recorded: isRecorded(services, rule),
    blobs: extraBlobs,
    entries: [],
  })
  countLater(services, call, texts.raw, texts.delivered)
}

/**
 * Hands over the record of a step whose result the agent gets as it is: it names nothing that is stored, so the agent need not wait
 * for it. Resolves once it is committed. Null where the result is too long for its row, and is recorded like larger ones.
 */
export function commitLater(
  services: Services,
  safe: SafeResult,
  rule: Rule,
  plan: Plan & { action: 'inline' },
): Promise<void> | null {
  const { result, origin } = safe
  const recorded = isRecorded(services, rule)
  const stored = recorded ? skeletonOf(result, plan, []) : null
  const { resolved = null } = origin
  if (recorded && (stored === null || (resolved !== null && !fitsRow(resolved)))) return null
  const at = services.now()
  const texts = () => textsOf(result)
  const assemble = (counted: TokenCount | null): StepRecord => {
    const rest = { reason: null, stored, resolved, error: null, count: counted }
    const { call } = callOf(safe, rule, { plan, delivered: result, outcome: 'inline', ...rest })
    return { at, call, recorded, blobs: [], entries: [] }
  }
  const bytes = plan.rawBytes + (origin.arguments?.length ?? 0) + (resolved?.length ?? 0)
  const write = async () => {
    const { record, count } = await services.store.later.add({ texts, bytes, assemble })
    if (count !== null) return
    const counted = texts()
    countLater(services, record.call, counted, counted)
  }
  return write()
}

/** The timeline's line for a result that could not be stored. */
export async function recordFailure(
  services: Services,
  safe: SafeResult,
  rule: Rule,
  rawBytes: number,
  reason: string,
): Promise<void> {
  const plan: Plan = { action: 'inline', rawBytes, reason: '' }
  await commitPlain(services, safe, rule, { plan, outcome: 'failopen', reason }).catch((error: unknown) =>
    services.log.error({ reason: String(error) }, 'a failure could not be recorded'),
  )
}
