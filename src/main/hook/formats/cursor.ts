import { parseJson } from '../../rpc/json.ts'
import { type HookFormat, isOurs, isRecord, textOrNull } from './format.ts'
import { findSlots } from './slots.ts'

/** The postToolUse hook of Cursor. Only results of MCP tools can be replaced; those of its own tools stay as they are. */
export const cursor: HookFormat = {
  read(input) {
    const tool = textOrNull(input['tool_name'])
    if (tool === null || !tool.startsWith('MCP:') || isOurs(tool)) return null
    const output = input['tool_output']
    const holder = { result: typeof output === 'string' ? parseJson(output) : output }
    const [root] = Array.isArray(input['workspace_roots']) ? (input['workspace_roots'] as unknown[]) : []
    return {
      tool: tool.slice('MCP:'.length),
      arguments: input['tool_input'],
      session: textOrNull(input['conversation_id']) ?? textOrNull(input['session_id']),
      folder: textOrNull(input['cwd']) ?? textOrNull(root),
      slots: isRecord(holder.result) ? findSlots(holder) : [],
      reply: () => ({ updated_mcp_tool_output: holder.result }),
    }
  },
  // It takes empty output for a failure.
  unchanged: () => ({}),
}
