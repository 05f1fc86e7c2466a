import { attributesOf, nanos, type OtlpSpan, SPAN_KIND, spanIdOf, STATUS, traceIdOf } from './otlp.ts'

/** All times in milliseconds since 1970. */
export interface SpannedSession {
  readonly session: string
  readonly clientName: string
  readonly startedAt: number
  readonly endedAt: number
}

export interface SpannedTurn {
  readonly session: string
  readonly turn: string
  readonly number: number
  readonly clientName: string | null
  readonly startedAt: number
  readonly endedAt: number
  /** Null: not to be told. */
  readonly prompt: string | null
}

export interface SpannedCall {
  readonly session: string
  readonly turn: string
  readonly call: string
  readonly step: number | null
  readonly server: string | null
  readonly tool: string
  readonly startedAt: number
  readonly durationMs: number
  readonly isError: boolean
  readonly outcome: string
  readonly rawBytes: number
  readonly deliveredBytes: number
  readonly tokensRaw: number | null
  readonly tokensDelivered: number | null
  /** What went in and came out; null: not to be told. */
  readonly content: { readonly arguments: string | null; readonly result: string | null } | null
}

/** Receivers refuse what is too long; where an attribute was cut, another says so. */
const LONGEST = 65_536

/** A session is a trace, and its first span. */
export function sessionSpan({ session, clientName, startedAt, endedAt }: SpannedSession): OtlpSpan {
  return {
    traceId: traceIdOf(session),
    spanId: spanIdOf(session),
    name: `session ${clientName}`,
    kind: SPAN_KIND.internal,
    startTimeUnixNano: nanos(startedAt),
    endTimeUnixNano: nanos(endedAt),
    attributes: attributesOf({ 'gen_ai.conversation.id': session, 'gen_ai.agent.name': clientName }),
    status: { code: STATUS.unset },
  }
}

/** One request of a user, and what the agent did about it. */
export function turnSpan(turn: SpannedTurn): OtlpSpan {
  const { session, clientName, prompt } = turn
  return {
    traceId: traceIdOf(session),
    spanId: spanIdOf(turn.turn),
    parentSpanId: spanIdOf(session),
    name: clientName === null ? 'invoke_agent' : `invoke_agent ${clientName}`,
    kind: SPAN_KIND.internal,
    startTimeUnixNano: nanos(turn.startedAt),
    endTimeUnixNano: nanos(turn.endedAt),
    attributes: attributesOf({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': clientName,
      'gen_ai.conversation.id': session,
      'spillway.turn.id': turn.turn,
      'spillway.turn.number': turn.number,
      ...(prompt === null ? {} : { 'gen_ai.input.messages': messages(prompt) }),
    }),
    status: { code: STATUS.unset },
  }
}

/** As the conventions have it: the parts of a message by role. */
const messages = (prompt: string) =>
  JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: prompt.slice(0, LONGEST) }] }])

/** One call of a tool. */
export function callSpan(call: SpannedCall): OtlpSpan {
  const { session, tool, server, startedAt, durationMs, isError, content } = call
  return {
    traceId: traceIdOf(session),
    spanId: spanIdOf(call.call),
    parentSpanId: spanIdOf(call.turn),
    name: `execute_tool ${tool}`,
    kind: SPAN_KIND.internal,
    startTimeUnixNano: nanos(startedAt),
    endTimeUnixNano: nanos(startedAt + durationMs),
    attributes: attributesOf({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.type': 'extension',
      'gen_ai.tool.call.id': call.call,
      'gen_ai.conversation.id': session,
      'error.type': isError ? 'tool_error' : null,
      'mcp.method.name': server === null ? null : 'tools/call',
      'spillway.server': server,
      'spillway.step': call.step,
      'spillway.outcome': call.outcome,
      'spillway.bytes.raw': call.rawBytes,
      'spillway.bytes.delivered': call.deliveredBytes,
      'spillway.tokens.raw': call.tokensRaw,
      'spillway.tokens.delivered': call.tokensDelivered,
      ...contentAttribute('gen_ai.tool.call.arguments', content?.arguments),
      ...contentAttribute('gen_ai.tool.call.result', content?.result),
    }),
    status: isError
      ? { code: STATUS.error, message: 'The tool answered with an error.' }
      : { code: STATUS.unset },
  }
}

function contentAttribute(key: string, text: string | null | undefined): Record<string, string | number> {
  if (text === null || text === undefined) return {}
  return text.length <= LONGEST
    ? { [key]: text }
    : { [key]: text.slice(0, LONGEST), [`${key}.full_length`]: text.length }
}
