import { reasonOf } from '../../shared/errors.ts'
import { isLeftOut } from '../policy/capture.ts'
import type { ToolResult } from '../policy/payload.ts'
import { stringifyJson } from '../rpc/json.ts'
import type { RpcError } from '../rpc/message.ts'
import { commitPlain } from './commit-plain.ts'
import { redactJson, redactionOf } from './redact.ts'
import { type ResultOrigin, ruleFor } from './result-origin.ts'
import { safeToStore } from './safe-result.ts'
import type { Services } from './services.ts'

/** Records a call that its server answered with an error in the place of a result. The agent gets the error whatever becomes of this. */
export async function recordError(services: Services, origin: ResultOrigin, error: RpcError): Promise<void> {
  if (isLeftOut(services.config().capture, origin.server, origin.tool)) return
  // What of it reaches a model is its message.
  const result: ToolResult = { isError: true, content: [{ type: 'text', text: error.message }] }
  try {
    const safe = await safeToStore(services, origin, result)
    const json = await redactJson(services, stringifyJson(error), redactionOf(services, origin))
    await commitPlain(services, safe, ruleFor(services, origin), {
      plan: { action: 'inline', rawBytes: Buffer.byteLength(error.message), reason: '' },
      outcome: 'inline',
      reason: null,
      error: json,
    })
  } catch (fault) {
    services.log.error(
      { tool: origin.tool, server: origin.server, reason: reasonOf(fault) },
      'an error of a server could not be recorded',
    )
  }
}
