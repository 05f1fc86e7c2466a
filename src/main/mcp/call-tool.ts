import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { SpillwayError, toErrorBody } from '../../shared/errors.ts'
import { META } from '../../shared/names.ts'
import type { CallOptions } from '../gateway/scope.ts'
import { deliverResult } from '../operations/deliver-result.ts'
import { assertName } from '../operations/entry-name.ts'
import { resolveArguments } from '../operations/references/in-arguments.ts'
import type { Services } from '../operations/services.ts'
import type { ToolResult } from '../policy/payload.ts'
import type { ActiveSession, Step } from '../recording/active-session.ts'
import { takeSaveAs } from './save-as.ts'
import { isObject, type Params } from '../rpc/message.ts'
import { stringifyJson } from '../rpc/json.ts'
import type { Connection, McpParts } from './connection.ts'
import { scratchpadTool } from './scratchpad/index.ts'

/** `tools/call`: our own tools are answered here; an upstream's result goes through the policy on its way back. */
export async function callTool(
  { services, gateway }: McpParts,
  connection: Connection,
  params: Params,
  options: CallOptions,
): Promise<ToolResult> {
  const name = String(params['name'])
  const own = scratchpadTool(name)
  if (own) return own(services, await connection.session(), params['arguments'])

  const found = gateway.find(name, connection.only ?? undefined)
  if (!found) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`)
  const { server, tool } = found
  const definition = gateway.definition(found)
  const { args, saveAs } = takeSaveAs(params['arguments'], definition)
  const given = params['arguments'] === undefined ? null : stringifyJson(params['arguments'])
  const call: UpstreamCall = { server, tool, arguments: given, saveAs, turn: turnOf(params) }
  const session = await connection.session()
  return recorded(services, session, call, async (step) => {
    if (saveAs !== undefined) assertName(saveAs)
    const outgoing = { session, step, server, tool, definition, arguments: args, signal: options.signal }
    const resolved = await resolveArguments(services, outgoing)
    const sent = resolved === undefined ? params : { ...params, arguments: resolved }
    const result = await gateway.callTool(connection.scope(session), server, tool, sent, options)
    connection.link.tasks.started(result, call)
    return result
  })
}

/** A call of an upstream's tool, as the client made it. */
export interface UpstreamCall {
  readonly server: string
  readonly tool: string
  /** As JSON; null where there were none. */
  readonly arguments: string | null
  readonly saveAs: string | undefined
  readonly turn: string | null
}

/** Makes a call a step of the session's turn, and takes its result through the policy to the record and the client. */
export async function recorded(
  services: Services,
  session: ActiveSession,
  { server, tool, arguments: given, saveAs, turn }: UpstreamCall,
  run: (step: Step) => Promise<Record<string, unknown>>,
): Promise<ToolResult> {
  const step = await session.beginStep(turn)
  const startedAt = services.now()
  const started = performance.now()
  try {
    const result = await asResult(() => run(step))
    if (isUnfinished(result)) return result
    const durationMs = Math.round((performance.now() - started) * 100) / 100
    const origin = {
      session,
      step,
      server,
      tool,
      arguments: given,
      startedAt,
      durationMs,
      wishes: { saveAs },
    }
    return (await deliverResult(services, origin, result)).result
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

function turnOf(params: Params): string | null {
  const meta = params['_meta']
  const turn = isObject(meta) ? meta[META.turn] : undefined
  return typeof turn === 'string' || typeof turn === 'number' ? String(turn) : null
}
