import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { SpillwayError } from '../../../shared/errors.ts'
import { META } from '../../../shared/names.ts'
import type { Services } from '../../operations/services.ts'
import type { ToolResult } from '../../policy/payload.ts'
import type { ScriptCall } from '../../store/reads/script.ts'
import { numberOf, parseJson, stringifyJson } from '../../rpc/json.ts'
import { ErrorCode, RpcError } from '../../rpc/message.ts'
import type { CallBodies } from '../../store/reads/calls.ts'
import { callTool, namedIn, recorded } from '../call-tool.ts'
import type { McpParts } from '../connection.ts'
import type { Method } from '../method.ts'
import { takeSaveAs } from '../save-as.ts'
import { goneResult, missResult } from './miss.ts'
import { replayedOwnTool } from './own-tool.ts'
import type { Replay } from './replay.ts'

/**
 * `tools/call` of a replay: what was recorded for this tool and these arguments, as it was delivered then, or (`raw`) its whole result
 * through the policy of today.
 * @param live where a miss goes under `passthrough`
 */
export function replayedCall(replay: Replay, live: McpParts): Method {
  const { raw, passthrough, recording } = replay.options
  return async (parts, connection, params, options) => {
    const { services, gateway } = parts
    const name = String(params['name'])
    const own = replayedOwnTool(replay, name)
    const session = await connection.session()
    if (own) return own(services, session, params['arguments'])

    const given = params['arguments'] === undefined ? null : stringifyJson(params['arguments'])
    const address = gateway.find(name)
    const asked = { server: address?.server ?? '', tool: address?.tool ?? name, arguments: given }
    const found = replay.run(session.id).take(asked)
    const note = (...said: [outcome: 'matched' | 'missed' | 'passed', gone?: boolean]) =>
      tell(services, replay, replay.note(session.id, asked, found, ...said))

    if ('miss' in found) {
      note(passthrough ? 'passed' : 'missed')
      if (passthrough) return callTool(live, connection, params, options)
      if (!address) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`)
      return missResult(name, found.miss)
    }
    const answer = await answerOf(recording.bodies(found.call.id), found.call, raw)
    note('reason' in answer ? 'missed' : 'matched', 'reason' in answer)
    if ('reason' in answer) return goneResult(name, found.call, answer.reason)
    // A server's own error is one again.
    const repeat = (): Promise<ToolResult> =>
      'error' in answer ? Promise.reject(answer.error) : Promise.resolve(answer.result)
    if (!raw) return repeat()
    const { server, tool } = asked
    const { saveAs } = takeSaveAs(params['arguments'], gateway.definition({ server, tool }))
    const call = { server, tool, arguments: given, saveAs, ...namedIn(params) }
    return recorded(services, session, call, options.signal, repeat)
  }
}

/** The recorded answer as the agent got it, or the whole result; its server's error; else why it cannot be given. */
async function answerOf(
  found: Promise<CallBodies | null>,
  { step }: ScriptCall,
  raw: boolean,
): Promise<{ result: ToolResult } | { error: RpcError } | { reason: string }> {
  try {
    const bodies = await found
    if (bodies !== null && bodies.error !== null) return { error: errorIn(bodies.error) }
    if (typeof bodies?.call.cancelled === 'string') return { reason: 'its client cancelled it' }
    // What was delivered in the place of a result stands in its own row, and stays when the bytes go.
    const isWhole = raw || bodies?.call.offloaded !== true
    const json = isWhole ? bodies?.result : bodies?.delivered
    if (bodies === null || json === null || json === undefined) return { reason: 'it was not kept' }
    if (isWhole && bodies.pruned) return { reason: 'its bytes were pruned' }
    const result = parseJson(json) as ToolResult
    // Whoever gets a result as it came was told the step beside it.
    if (raw || !isWhole) return { result }
    return { result: { ...result, _meta: { ...result['_meta'], [META.step]: step } } }
  } catch (error) {
    if (error instanceof SpillwayError) return { reason: error.message }
    throw error
  }
}

/** @param json JSON-RPC's `{code, message, data}` as a server sent it */
function errorIn(json: string): RpcError {
  const { code, message, data } = parseJson(json) as { code: unknown; message: unknown; data?: unknown }
  return new RpcError(numberOf(code) ?? ErrorCode.internal, String(message), data)
}

/** The report of a replay is shown while it grows. */
function tell(
  { store, now, log }: Services,
  replay: Replay,
  { run, tool, outcome }: ReturnType<Replay['note']>,
): void {
  const { id, owner } = replay.options
  const data = { id, state: 'asked', tool, outcome }
  store.write
    .appendEvent({ at: now(), type: 'replay.changed', client: owner.client, session: run, data })
    .catch((error: unknown) =>
      log.warn({ replay: id, reason: String(error) }, 'an event could not be written'),
    )
}
