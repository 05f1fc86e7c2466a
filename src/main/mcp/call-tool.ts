import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { SpillwayError, toErrorBody } from '../../shared/errors.ts'
import { META } from '../../shared/names.ts'
import type { CallOptions } from '../gateway/scope.ts'
import { deliverResult } from '../operations/deliver-result.ts'
import { recordCancelled } from '../operations/record-cancelled.ts'
import { recordError } from '../operations/record-error.ts'
import { assertName } from '../operations/entry-name.ts'
import { resolveArguments } from '../operations/references/in-arguments.ts'
import type { Services } from '../operations/services.ts'
import type { ToolResult } from '../policy/payload.ts'
import type { ActiveSession, Step } from '../recording/active-session.ts'
import { rememberTools } from './remember-tools.ts'
import { takeSaveAs } from './save-as.ts'
import { isObject, type Params, RpcError } from '../rpc/message.ts'
import { stringifyJson } from '../rpc/json.ts'
import type { Connection, McpParts } from './connection.ts'
import { scratchpadTool } from './scratchpad/index.ts'
import { findUpstreamTool } from './upstream-tools.ts'

/** `tools/call`: our own tools are answered here; an upstream's result goes through the policy on its way back. */
export async function callTool(
  parts: McpParts,
  connection: Connection,
  params: Params,
  options: CallOptions,
): Promise<ToolResult> {
  const { services, gateway } = parts
  const name = String(params['name'])
  const own = scratchpadTool(name)
  if (own) return own(services, await connection.session(), params['arguments'])

  const found = findUpstreamTool(parts, connection, name)
  if (!found) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`)
  const { server, tool } = found
  const given = params['arguments'] === undefined ? null : stringifyJson(params['arguments'])
  const session = await connection.session()
  const scope = () => connection.scope(session)
  // A client may call what it listed before the daemon was restarted.
  const isKnown = gateway.definition(found) !== null || !hangsOnDefinition(params['arguments'], given)
  const learned = isKnown ? null : gateway.knowTools(scope(), server, options)
  if (learned) await Promise.allSettled([learned])
  const definition = gateway.definition(found)
  const { args, saveAs } = takeSaveAs(params['arguments'], definition)
  const call: UpstreamCall = { server, tool, arguments: given, saveAs, ...namedIn(params) }
  rememberTools(parts, connection, session)
  return await recorded(services, session, call, options.signal, async (step, sent) => {
    // What kept it from being learned is the outcome of the call, and recorded as such.
    if (learned) await learned
    if (saveAs !== undefined) assertName(saveAs)
    const outgoing = { session, step, server, tool, definition, arguments: args, signal: options.signal }
    // Most are sent as they came, and need neither be looked through nor be written a second time to see it.
    const resolved = given?.includes('{{') === true ? await resolveArguments(services, outgoing) : args
    const json = resolved === params['arguments'] ? given : stringifyJson(resolved)
    sent.resolved = json === given ? null : json
    const outgoingParams = resolved === params['arguments'] ? params : { ...params, arguments: resolved }
    const result = await gateway.callTool(scope(), server, tool, outgoingParams, options)
    connection.link.tasks.started(result, call)
    return result
  })
}

/** Whether what becomes of the arguments depends on what the tool says of itself. */
const hangsOnDefinition = (args: unknown, json: string | null): boolean =>
  json?.includes('{{') === true || takeSaveAs(args, null).saveAs !== undefined

/** A call of an upstream's tool, as the client made it. */
export interface UpstreamCall {
  readonly server: string
  readonly tool: string
  /** As JSON; null where there were none. */
  readonly arguments: string | null
  readonly saveAs: string | undefined
  readonly turn: string | null
  /** What the agent's program calls it. */
  readonly clientCall: string | null
}

/** What became of a call's arguments on their way. */
interface SentCall {
  /** As JSON, where they are not what the client gave. */
  resolved: string | null
}

/** Makes a call a step of the session's turn, and takes its result through the policy to the record and the client. */
export async function recorded(
  services: Services,
  session: ActiveSession,
  { server, tool, arguments: given, saveAs, turn, clientCall }: UpstreamCall,
  signal: AbortSignal | undefined,
  run: (step: Step, sent: SentCall) => Promise<Record<string, unknown>>,
): Promise<ToolResult> {
  services.ingest.wake()
  const step = await session.beginStep(turn)
  const startedAt = services.now()
  const started = performance.now()
  const sent: SentCall = { resolved: null }
  const origin = () => ({
    session,
    step,
    server,
    tool,
    arguments: given,
    resolved: sent.resolved,
    clientCall,
    startedAt,
    durationMs: Math.round((performance.now() - started) * 100) / 100,
    wishes: { saveAs },
  })
  try {
    const result = await asResult(() => run(step, sent))
    return isUnfinished(result) ? result : (await deliverResult(services, origin(), result)).result
  } catch (error) {
    if (error instanceof RpcError) await recordError(services, origin(), error)
    else if (signal?.aborted) await recordCancelled(services, origin(), signal.reason)
    throw error
  } finally {
    step.end()
  }
}

/** A question to the client, who will call again with the answer, or a task, whose result it will ask for: nothing is delivered yet. */
const isUnfinished = (result: ToolResult): boolean =>
  result['resultType'] === 'input_required' || (isObject(result['task']) && result.content === undefined)

/** A fault of ours or of the way there is a result that the model can read; the upstream's own errors pass as they are. */
async function asResult(call: () => Promise<Record<string, unknown>>): Promise<ToolResult> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof SpillwayError)) throw error
    const { code, message, hint } = toErrorBody(error).error
    return {
      isError: true,
      content: [{ type: 'text', text: `${code}: ${message}${hint === undefined ? '' : ` ${hint}`}` }],
    }
  }
}

/** Ids of a call that programs send with it: Claude Code's is the one in its transcript. */
const CALL_KEYS = [META.call, 'claudecode/toolUseId']

/** What the client calls the turn and the call, in its `_meta`. */
export function namedIn(params: Params): Pick<UpstreamCall, 'turn' | 'clientCall'> {
  const meta = isObject(params['_meta']) ? params['_meta'] : {}
  const turn = meta[META.turn]
  const call = CALL_KEYS.map((key) => meta[key]).find((id) => typeof id === 'string' && id !== '')
  return {
    turn: typeof turn === 'string' || typeof turn === 'number' ? String(turn) : null,
    clientCall: typeof call === 'string' ? call.slice(0, 256) : null,
  }
}
