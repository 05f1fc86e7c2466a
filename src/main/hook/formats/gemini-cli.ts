import { type HookFormat, isOurs, isRecord, type Slot, textOrNull } from './format.ts'

/** The AfterTool hook of Gemini CLI: a decision of `deny` hides the result, and the model gets the reason in its place. */
export const geminiCli: HookFormat = {
  read(input) {
    const tool = textOrNull(input['tool_name'])
    if (tool === null || input['hook_event_name'] !== 'AfterTool' || isOurs(tool)) return null
    const response = input['tool_response']
    const text = isRecord(response) ? textOf(response['llmContent']) : null
    let reason = ''
    const slots: Slot[] = text === null ? [] : [{ text, put: (put) => (reason = put) }]
    return {
      tool,
      arguments: input['tool_input'],
      session: textOrNull(input['session_id']),
      folder: textOrNull(input['cwd']),
      slots,
      reply: () => ({ decision: 'deny', reason }),
    }
  },
  unchanged: () => ({}),
}

/** A text, or parts that are all text; a result with anything else in it cannot be replaced by a sentence. */
function textOf(content: unknown): string | null {
  if (typeof content === 'string') return content
  const parts = Array.isArray(content) ? (content as unknown[]) : [content]
  const texts = parts.map((part) => (typeof part === 'string' ? part : isRecord(part) ? part['text'] : null))
  return texts.every((text) => typeof text === 'string') ? texts.join('') : null
}
