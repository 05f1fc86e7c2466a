import { isRecord, recordsIn, textOf, type TranscriptFormat, type TranscriptRecord } from './format.ts'

const TYPES = new Set(['session_meta', 'turn_context', 'event_msg', 'response_item', 'compacted'])

/** Rollouts of Codex (`~/.codex/sessions/YYYY/MM/DD/rollout-….jsonl`). What the program adds to a user's message is in angle brackets. */
export const codex: TranscriptFormat = {
  name: 'codex',
  read(record, sink) {
    const { type, payload } = record
    if (!TYPES.has(textOf(type)) || !isRecord(payload)) return false
    const at = textOf(record['timestamp'])
    const id = textOf(payload['call_id'])
    switch (payload['type']) {
      case 'user_message':
        sink.prompt(at, textOf(payload['message']).trim())
        break
      case 'message':
        if (payload['role'] === 'user') sayMessage(at, payload, sink)
        break
      case 'function_call':
        sink.call(at, id, textOf(payload['name']), argumentsIn(payload['arguments']))
        break
      case 'mcp_tool_call_begin':
      case 'mcp_tool_call_end':
        sayInvocation(at, id, payload, sink)
        break
      case 'function_call_output':
        sink.end(at, id)
        break
      default:
    }
    return true
  },
}

type Sink = Parameters<TranscriptFormat['read']>[1]

/** Older versions write no `user_message`; of newer ones it is the same text again, which changes nothing. */
function sayMessage(at: string, payload: TranscriptRecord, sink: Sink): void {
  const text = recordsIn(payload['content'])
    .map((block) => textOf(block['text']))
    .join('\n')
    .trim()
  if (text !== '' && !/^(?:<|# AGENTS\.md)/.test(text)) sink.prompt(at, text)
}

function sayInvocation(at: string, id: string, payload: TranscriptRecord, sink: Sink): void {
  const { invocation } = payload
  if (!isRecord(invocation)) return
  const tool = `mcp__${textOf(invocation['server'])}__${textOf(invocation['tool'])}`
  sink.call(at, id, tool, invocation['arguments'])
  if (payload['type'] === 'mcp_tool_call_end') sink.end(at, id)
}

/** As the model wrote them: JSON in a string. */
function argumentsIn(written: unknown): unknown {
  try {
    return JSON.parse(textOf(written)) as unknown
  } catch {
    // What the model wrote need not be JSON; then nothing was called with it.
    return null
  }
}
