import { fileURLToPath } from 'node:url'
import type { ActiveSession } from '../recording/active-session.ts'
import { isObject } from '../rpc/message.ts'
import type { ClientLink } from './client-link.ts'
import type { McpParts } from './connection.ts'

/** A client that does not say where it works within this time works nowhere. */
const PATIENCE_MS = 2_000

/**
 * Finds the project of a session that named none: the first root of its client, which is asked once, with the session's first request,
 * because before that it may not be listening.
 * @returns resolves when that is known, whichever way
 */
export function projectFromRoots(
  { services }: McpParts,
  session: ActiveSession,
  link: ClientLink,
): () => Promise<void> {
  let asked: Promise<void> | null = null
  const ask = async () => {
    try {
      const answer = await link.request('roots/list', undefined, AbortSignal.timeout(PATIENCE_MS))
      const folder = firstFolder(answer)
      if (folder !== null) await session.enterProject(folder)
    } catch (error) {
      services.log.info(
        { session: session.id, reason: String(error) },
        'the client did not say where it works',
      )
    }
  }
  return async () => {
    if (session.projectId === null && link.answers('roots/list')) await (asked ??= ask())
  }
}

function firstFolder(answer: unknown): string | null {
  const roots = isObject(answer) && Array.isArray(answer['roots']) ? (answer['roots'] as unknown[]) : []
  const uris = roots.flatMap((root) =>
    isObject(root) && typeof root['uri'] === 'string' ? [root['uri']] : [],
  )
  const file = uris.find((uri) => uri.startsWith('file:///') && URL.canParse(uri))
  return file === undefined ? null : fileURLToPath(file)
}
