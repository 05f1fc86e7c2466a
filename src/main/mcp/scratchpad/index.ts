import { toErrorBody } from '../../../shared/errors.ts'
import type { Services } from '../../operations/services.ts'
import type { ToolResult } from '../../policy/payload.ts'
import type { ActiveSession } from '../../recording/active-session.ts'
import { scratchpadList } from './list.ts'
import { scratchpadDelete, scratchpadEdit, scratchpadWrite } from './notes.ts'
import { scratchpadRead } from './read.ts'
import { scratchpadSearch } from './search.ts'

type ScratchpadTool = (services: Services, session: ActiveSession, args: unknown) => Promise<ToolResult>

const tools = new Map<string, ScratchpadTool>([
  ['scratchpad_read', scratchpadRead],
  ['scratchpad_search', scratchpadSearch],
  ['scratchpad_list', scratchpadList],
  ['scratchpad_write', scratchpadWrite],
  ['scratchpad_edit', scratchpadEdit],
  ['scratchpad_delete', scratchpadDelete],
])

export const ownToolNames: readonly string[] = [...tools.keys()]

export const isOwnTool = (name: string): boolean => tools.has(name)

/** A tool of our own by its name. What goes wrong in it is an error result, which a model can read and act on. */
export function scratchpadTool(name: string): ScratchpadTool | null {
  const tool = tools.get(name)
  if (!tool) return null
  return (services, session, args) => orErrorResult(() => tool(services, session, args))
}

/** What goes wrong becomes a result that says so. */
export async function orErrorResult(work: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await work()
  } catch (error) {
    const { code, message, hint } = toErrorBody(error).error
    return {
      isError: true,
      content: [{ type: 'text', text: `${code}: ${message}${hint === undefined ? '' : ` ${hint}`}` }],
    }
  }
}
