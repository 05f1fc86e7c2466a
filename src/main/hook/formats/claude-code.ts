import { type HookFormat, isOurs, isRecord, textOrNull } from './format.ts'
import { findSlots } from './slots.ts'

/** Of these the model sees a short confirmation; their long texts are what it wrote itself. */
const WRITERS = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit', 'TodoWrite'])
/** A copy that Claude Code would show in the place of what we put there. */
const PERSISTED = ['persistedOutputPath', 'persistedOutputSize']

/**
 * The PostToolUse hook of Claude Code (2.1.121 and later): the result in `tool_response` is replaced by `updatedToolOutput`, which
 * must have the shape of the tool's own; earlier versions know `updatedMCPToolOutput`, for tools of MCP servers only.
 */
export const claudeCode: HookFormat = {
  read(input) {
    const tool = textOrNull(input['tool_name'])
    // Cursor runs the hooks of Claude Code as well, beside its own.
    if (tool === null || input['hook_event_name'] !== 'PostToolUse' || 'cursor_version' in input) return null
    if (WRITERS.has(tool) || isOurs(tool)) return null
    const holder: { result: unknown } = { result: input['tool_response'] }
    return {
      tool,
      arguments: input['tool_input'],
      call: textOrNull(input['tool_use_id']),
      session: textOrNull(input['session_id']),
      folder: textOrNull(input['cwd']),
      slots: findSlots(holder),
      reply() {
        const { result } = holder
        if (isRecord(result)) for (const key of PERSISTED) delete result[key]
        const legacy = tool.startsWith('mcp__') ? { updatedMCPToolOutput: result } : {}
        return { hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: result, ...legacy } }
      },
    }
  },
  unchanged: () => null,
}
