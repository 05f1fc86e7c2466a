import { reasonOf } from '../../shared/errors.ts'
import { isLeftOut } from '../policy/capture.ts'
import { commitPlain } from './commit-plain.ts'
import { redactJson, redactionOf } from './redact.ts'
import { type ResultOrigin, ruleFor } from './result-origin.ts'
import { safeToStore } from './safe-result.ts'
import type { Services } from './services.ts'

/** Room for a sentence: it is the client's to write. */
const LONGEST_REASON = 500

/** Records a call that its client gave up: what was asked, for how long, and why it was no longer wanted. */
export async function recordCancelled(
  services: Services,
  origin: ResultOrigin,
  reason: unknown,
): Promise<void> {
  if (isLeftOut(services.config().capture, origin.server, origin.tool)) return
  try {
    const said = JSON.stringify(reasonOf(reason).slice(0, LONGEST_REASON))
    const redacted = await redactJson(services, said, redactionOf(services, origin))
    await commitPlain(services, await safeToStore(services, origin, {}), ruleFor(services, origin), {
      plan: { action: 'inline', rawBytes: 0, reason: '' },
      outcome: 'cancelled',
      reason: JSON.parse(redacted ?? '""') as string,
    })
  } catch (fault) {
    services.log.error(
      { tool: origin.tool, server: origin.server, reason: reasonOf(fault) },
      'a cancelled call could not be recorded',
    )
  }
}
