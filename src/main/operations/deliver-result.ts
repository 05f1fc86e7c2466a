import { reasonOf } from '../../shared/errors.ts'
import { isLeftOut } from '../policy/capture.ts'
import { planResult, type Plan } from '../policy/decide.ts'
import type { ToolResult } from '../policy/payload.ts'
import type { Rule } from '../policy/rule.ts'
import { planSave } from '../policy/save.ts'
import { commitOffload } from './commit-offload.ts'
import { commitLater, commitPlain, recordFailure } from './commit-plain.ts'
import { deliverLongText, longTextOf, withStrings } from './long-text-result.ts'
import { preparePart } from './ready-part.ts'
import { type DeliveredResult, type ResultOrigin, ruleFor, withStep } from './result-origin.ts'
import { beforeRedaction, safeToStore } from './safe-result.ts'
import type { Services } from './services.ts'

/**
 * Takes the result of a call to its agent: decides by the policy, stores what is too large, and gives back what the agent gets.
 * A reference is given out once what it names is committed; the record of a small result that stays as it is follows later.
 * Fails open: where anything goes wrong the agent gets the original, whole, and the timeline says so.
 */
export async function deliverResult(
  services: Services,
  origin: ResultOrigin,
  given: ToolResult,
): Promise<DeliveredResult> {
  if (isLeftOut(services.config().capture, origin.server, origin.tool)) return { result: given, entries: [] }
  const rule = ruleFor(services, origin)
  const long = longTextOf(rule, given)
  if (long) {
    const delivered = await deliverLongText(services, origin, rule, given, long)
    if (delivered) return delivered
  }
  const result = withStrings(given)
  // Until it has been redacted nothing of it may be written down, not even where that fails.
  let safe = beforeRedaction(services, origin, result)
  const failed = (error: unknown): Promise<void> => {
    const reason = reasonOf(error)
    services.log.error(
      { tool: origin.tool, server: origin.server, reason },
      'a result could not be stored and was delivered whole',
    )
    return recordFailure(services, safe, rule, planFor(result, rule, origin).rawBytes, reason)
  }
  try {
    safe = await safeToStore(services, origin, result)
    const plan = planFor(safe.result, rule, origin)
    if (plan.action === 'offload') {
      const ready = await Promise.all(plan.parts.map((part) => preparePart(services, safe, rule, part)))
      return await commitOffload(services, safe.origin, rule, { result, safe, plan, ready })
    }
    const late = commitLater(services, safe, rule, plan)?.catch(failed)
    if (late === undefined) await commitPlain(services, safe, rule, { plan, outcome: 'inline', reason: null })
    else if (services.store.later.crowded) await late
  } catch (error) {
    await failed(error)
  }
  return { result: withStep(result, origin), entries: [] }
}

/** A result that was asked for under a name is stored whatever its size; a failed call's is not: the agent should see why. */
function planFor(result: ToolResult, rule: Rule, { wishes }: ResultOrigin): Plan {
  const save = wishes?.saveAs !== undefined && result.isError !== true
  return (save ? planSave(result, rule) : null) ?? planResult(result, rule)
}
