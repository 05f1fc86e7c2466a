import type { OperationOutput } from '../../shared/contract.ts'
import type { Caller, Services } from './services.ts'

/** What a server offers, and what each tool costs the context of every agent that it is listed to. */
export async function listUpstreamTools(
  { upstreams, tokens }: Services,
  _caller: Caller,
  { name }: { name: string },
): Promise<OperationOutput<'listUpstreamTools'>> {
  const tools = upstreams.tools(name)
  if (tools === null) return { items: [], known: false }
  const items = tools.map(async ({ definition, ...tool }) => ({
    ...tool,
    tokens: (await tokens.count([definition])).tokens,
  }))
  return { items: await Promise.all(items), known: true }
}
