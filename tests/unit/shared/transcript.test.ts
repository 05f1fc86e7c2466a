import { expect, test } from 'vitest'
import { linesOf } from '../../../src/shared/transcript/lines.ts'
import { parseTranscript } from '../../../src/shared/transcript/parse.ts'

async function* pieces(...texts: string[]) {
  yield* texts
}
const textsOf = async (...texts: string[]) => {
  const found: (string | null)[] = []
  for await (const { text } of linesOf(pieces(...texts), 8)) found.push(text)
  return found
}

test('lines come whole out of pieces, and one that does not end is passed over', async () => {
  expect(await textsOf('a\nb', 'c\n\nd')).toEqual(['a', 'bc', '', 'd'])
  expect(await textsOf('1234', '5678', '9\nshort\n', '123456789')).toEqual([null, 'short', null])
})

test('D8: a rollout of Codex tells prompts and calls, a call by its server where it says so', async () => {
  const at = (second: number) => new Date(Date.UTC(2026, 10, 22, 0, 0, second)).toISOString()
  const record = (second: number, type: string, payload: object) =>
    `${JSON.stringify({ timestamp: at(second), type, payload })}\n`
  const message = (text: string) => ({
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text }],
  })
  const invocation = { server: 'fs', tool: 'read', arguments: { path: 'a' } }
  const { format, malformed, events } = await parseTranscript(
    linesOf(
      pieces(
        record(0, 'session_meta', { id: 'x', cwd: '/work' }),
        record(1, 'response_item', message('<environment_context>…</environment_context>')),
        record(2, 'event_msg', { type: 'user_message', message: 'Read it', kind: 'plain' }),
        record(3, 'response_item', {
          type: 'function_call',
          name: 'shell',
          call_id: '1',
          arguments: '{"a":1}',
        }),
        record(4, 'response_item', { type: 'function_call_output', call_id: '1', output: '' }),
        record(5, 'response_item', {
          type: 'function_call',
          name: 'fs__read',
          call_id: '2',
          arguments: 'oops',
        }),
        record(6, 'event_msg', { type: 'mcp_tool_call_end', call_id: '2', invocation }),
      ),
    ),
  )
  expect([format, malformed]).toEqual(['codex', 0])
  expect(events).toEqual([
    { kind: 'prompt', at: at(2), text: 'Read it' },
    { kind: 'call', at: at(3), endedAt: at(4), id: '1', tool: 'shell', arguments: { a: 1 } },
    { kind: 'call', at: at(5), endedAt: at(6), id: '2', tool: 'mcp__fs__read', arguments: { path: 'a' } },
  ])
})
