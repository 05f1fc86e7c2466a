import type { z } from 'zod'

/** What is wrong with a configuration first, and where (`mcpServers.docs.type`; empty: at the top). */
export function configFault({ issues }: z.ZodError): { readonly path: string; readonly message: string } {
  const [issue] = issues
  if (issue === undefined) return { path: '', message: 'it is wrong' }
  if (issue.code !== 'invalid_union') return { path: issue.path.join('.'), message: issue.message }
  // A server is one that is started or one that is reached: what is meant is the kind that lacks nothing.
  const meant = issue.errors.find(
    (kind) => !kind.some(({ message }) => message.endsWith('received undefined')),
  )
  const [inside] = meant ?? []
  return inside === undefined
    ? { path: issue.path.join('.'), message: 'it needs a command or a url' }
    : { path: [...issue.path, ...inside.path].join('.'), message: inside.message }
}
