import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { SpillwayError, toErrorBody } from '../../shared/errors.ts'
import { META } from '../../shared/names.ts'
import type { CallOptions } from '../gateway/scope.ts'
import { deliverResult } from '../operations/deliver-result.ts'
import { assertName } from '../operations/entry-name.ts'
import { resolveArguments } from '../operations/references/in-arguments.ts'
import type { ToolResult } from '../policy/payload.ts'
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
  const session = await connection.session()
  const step = await session.beginStep(turnOf(params))
  const startedAt = services.now()
  const started = performance.now()
  const { server, tool } = found
  const definition = gateway.definition(found)
  const { args, saveAs } = takeSaveAs(params['arguments'], definition)
  try {
    const result = await asResult(async () => {
      if (saveAs !== undefined) assertName(saveAs)
      const outgoing = { session, step, server, tool, definition, arguments: args, signal: options.signal }
      const resolved = await resolveArguments(services, outgoing)
      const sent = resolved === undefined ? params : { ...params, arguments: resolved }
      return gateway.callTool(connection.scope(session), server, tool, sent, options)
    })
    // A question to the client, who will call again with the answer: nothing was delivered yet.
    if (result['resultType'] === 'input_required') return result
    const delivered = await deliverResult(
      services,
      {
        session,
        step,
        server,
        tool,
        arguments: params['arguments'] === undefined ? null : stringifyJson(params['arguments']),
        startedAt,
        durationMs: Math.round((performance.now() - started) * 100) / 100,
        wishes: { saveAs },
      },
      result,
    )
    return delivered.result
  } finally {
    step.end()
  }
}

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
