import { SpillwayError } from '../../shared/errors.ts'
import { findContent, seenIn } from '../operations/reader.ts'
import { ProtocolError } from '@modelcontextprotocol/server'
import type { Connection, McpParts } from './connection.ts'

const PREFIX = 'spillway://entry/'
/** Resources have no ranges: larger ones are read in slices with the tool. */
const LARGEST_BYTES = 4 * 1024 * 1024
const LISTED = 100
/** MCP 2025-11-25, resources: "Resource not found"; the SDK says it in the words of the newer revision where that is spoken. */
const RESOURCE_NOT_FOUND = -32_002

export const entryTemplate = {
  uriTemplate: `${PREFIX}{id}`,
  name: 'Stored result',
  description: 'The whole content of a stored result, up to 4 MiB.',
}

export const isEntryUri = (uri: string): boolean => uri.startsWith(PREFIX)

/** The session's newest entries as resources. */
export async function listEntries({ services }: McpParts, connection: Connection): Promise<object[]> {
  const session = await connection.session()
  const { client, id } = session
  const { items } = await services.store.read.entries({
    client,
    session: id,
    sort: 'newest',
    limit: LISTED,
    ...seenIn(services, session),
  })
  return items.map((entry) => ({
    uri: `${PREFIX}${entry.id}`,
    name: entry.name,
    size: entry.bytes,
    ...(entry.mime === null ? {} : { mimeType: entry.mime }),
  }))
}

/** @throws ProtocolError where there is no such entry for this session, or it is too large for a resource */
export async function readEntryResource(
  { services }: McpParts,
  connection: Connection,
  uri: string,
): Promise<object> {
  const session = await connection.session()
  const { client, projectId: project, currentTurn: turn } = session
  try {
    const content = await findContent(
      services,
      { client, session: session.id, project, turn },
      uri.slice(PREFIX.length),
    )
    const { bytes, chars } = content.sizes
    if (bytes > LARGEST_BYTES)
      throw new SpillwayError(
        'too_large',
        `${uri} has ${bytes} bytes.`,
        'Read it in slices with scratchpad_read.',
      )
    const base = { uri, ...(content.mime === null ? {} : { mimeType: content.mime }) }
    if (chars !== null) {
      const { text } = await services.store.read.chars({ content, start: 0, end: chars })
      return { contents: [{ ...base, text }] }
    }
    const raw = await services.store.read.bytes({ blob: content.blob, start: 0, end: bytes })
    return { contents: [{ ...base, blob: Buffer.from(raw).toString('base64') }] }
  } catch (error) {
    if (!(error instanceof SpillwayError)) throw error
    throw new ProtocolError(RESOURCE_NOT_FOUND, `${error.message} ${error.hint ?? ''}`.trim(), {
      uri,
      code: error.code,
    })
  }
}
