import type { OperationArgs, OperationOutput } from '../../../shared/contract.ts'
import { SpillwayError } from '../../../shared/errors.ts'
import { parseJson, stringifyJson } from '../../rpc/json.ts'
import type { CallBodies } from '../../store/reads/calls.ts'
import { type Caller, type Services, visibleTo } from '../services.ts'
import { type CurlRequest, curlCommand } from './curl.ts'
import { modernHeaders, modernRequest, toolCall } from './mcp-request.ts'

/**
 * A recorded call in a form to paste elsewhere. What was redacted before it was recorded stays so.
 * @throws SpillwayError `not_found`, `unsupported` with the reason why there is no such form of it
 */
export async function copyCall(
  services: Services,
  caller: Caller,
  { id, as }: OperationArgs<'copyCall'>,
): Promise<OperationOutput<'copyCall'>> {
  const found = await services.store.read.call({ id, client: visibleTo(caller) })
  if (!found) throw new SpillwayError('not_found', `There is no call ${id}.`)
  return { as, text: as === 'mcp' ? asMcp(found) : curlCommand(requestOf(services, found)) }
}

function asMcp({ call, arguments: args }: CallBodies): string {
  if (call.server === null)
    throw new SpillwayError(
      'unsupported',
      'It came over the HTTP API, so there is no MCP request.',
      'Use curl.',
    )
  return stringifyJson(toolCall(call.tool, parsed(args)))
}

function requestOf({ config, url }: Services, found: CallBodies): CurlRequest {
  const { server, tool } = found.call
  const args = parsed(found.arguments)
  if (server === null) {
    const body = stringifyJson({
      tool,
      ...(args === undefined ? {} : { arguments: args }),
      content: contentOf(found),
    })
    return { url: `${url()}/api/v1/offload`, headers: {}, body }
  }
  if (!(server in config().mcpServers))
    throw new SpillwayError(
      'unsupported',
      `There is no server ${server} behind the gateway now.`,
      'Copy it as an MCP request instead.',
    )
  // The server's own endpoint: there its tools have their own names, however they are called on /mcp.
  return {
    url: `${url()}/mcp/${server}`,
    headers: modernHeaders(tool),
    body: stringifyJson(modernRequest(tool, args)),
  }
}

const parsed = (json: string | null): unknown => (json === null ? undefined : parseJson(json))

/** The text that was offloaded, which is what such a call is made of. */
function contentOf({ call, result, pruned }: CallBodies): string {
  const block = (parsed(result) as Offloaded | undefined)?.content?.[0]
  const text = block?.text ?? block?.resource?.text
  if (text !== undefined && !pruned && Buffer.byteLength(text) === call.rawBytes) return text
  throw new SpillwayError(
    'unsupported',
    'What it offloaded is not text of at most 1 MiB that is still stored whole.',
    'Its entry gives the bytes.',
  )
}

interface Offloaded {
  readonly content?: readonly { readonly text?: string; readonly resource?: { readonly text?: string } }[]
}
