import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { isObject, type Params } from '../rpc/message.ts'
import type { Connection, McpParts } from './connection.ts'
import type { Method } from './method.ts'
import { isEntryUri } from './own-resources.ts'
import { isOwnPrompt } from './prompts.ts'
import { ownerOf } from './resources.ts'
import { splitUpstreamName } from './upstream-names.ts'

const NOTHING = { completion: { values: [] } }

/** `completion/complete`: asked of the upstream that the prompt or the resource template belongs to, under its own name for it. */
export const complete: Method = async (parts, connection, params, options) => {
  const ref = isObject(params['ref']) ? params['ref'] : {}
  const found =
    ref['type'] === 'ref/prompt' ? promptOf(parts, connection, ref) : await resourceOf(parts, connection, ref)
  if (found === null) return NOTHING
  const scope = connection.scope(await connection.session())
  const sent = { ...params, ref: found.ref }
  const result = await parts.gateway.request(scope, found.server, 'completion/complete', sent, options)
  return isObject(result) ? result : NOTHING
}

interface Found {
  readonly server: string
  readonly ref: Params
}

/** Null for our own. @throws ProtocolError where there is no such prompt */
function promptOf(parts: McpParts, connection: Connection, ref: Params): Found | null {
  const name = String(ref['name'])
  if (isOwnPrompt(name)) return null
  const found = splitUpstreamName(parts, connection, name)
  if (!found) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`)
  return { server: found.server, ref: { ...ref, name: found.name } }
}

async function resourceOf(parts: McpParts, connection: Connection, ref: Params): Promise<Found | null> {
  const uri = String(ref['uri'])
  if (isEntryUri(uri)) return null
  const server = await ownerOf(parts, connection, uri)
  return { server, ref }
}
