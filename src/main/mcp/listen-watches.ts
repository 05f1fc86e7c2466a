import type { CallScope } from '../gateway/scope.ts'
import { isObject } from '../rpc/message.ts'
import type { Connection, McpParts } from './connection.ts'
import { isEntryUri } from './own-resources.ts'
import { ownerOf } from './resources.ts'

/** The resources that a `subscriptions/listen` request wants to hear of; none for any other message. */
export function watchedIn(message: unknown): string[] {
  if (!isObject(message) || message['method'] !== 'subscriptions/listen') return []
  const params = isObject(message['params']) ? message['params'] : {}
  const wanted = isObject(params['notifications']) ? params['notifications']['resourceSubscriptions'] : []
  const uris = Array.isArray(wanted) ? (wanted as unknown[]) : []
  return uris.filter((uri): uri is string => typeof uri === 'string' && !isEntryUri(uri))
}

/**
 * Subscribes at the upstreams to what a 2026-07-28 client listens for; the SDK serves the client's own stream, and takes orders for
 * what does not exist, so what an upstream refuses is only logged.
 */
export async function watchAll(
  parts: McpParts,
  connection: Connection,
  scope: CallScope,
  uris: readonly string[],
): Promise<void> {
  const watch = async (uri: string) => {
    try {
      await parts.gateway.watch(scope, await ownerOf(parts, connection, uri), { uri })
    } catch (error) {
      parts.services.log.info({ uri, reason: String(error) }, 'a resource is not watched')
    }
  }
  await Promise.all(uris.map(watch))
}
