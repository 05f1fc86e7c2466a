import { isRecord, recordsIn, textOf, type TranscriptFormat, type TranscriptRecord } from './format.ts'

/** Lines that are no message. */
const OTHERS = new Set([
  'system',
  'summary',
  'file-history-snapshot',
  'queue-operation',
  'progress',
  'attachment',
])
/** Texts in a user's message that the program put there. */
const INSERTED =
  /^\s*(?:<(?:system-reminder|ide_|local-command|bash-|task-notification)|Caveat: |\[Request interrupted)/
const COMMAND = /<command-name>([^<]*)<\/command-name>/
const COMMAND_ARGS = /<command-args>([^<]*)<\/command-args>/

/**
 * Session logs of Claude Code (`~/.claude/projects/PROJECT/SESSION.jsonl`). A user's message is a prompt where a person wrote it: results
 * of tools, and what the program says to its model or keeps of a longer conversation, have the same role.
 */
export const claudeCode: TranscriptFormat = {
  name: 'claude-code',
  read(record, sink) {
    const { type, message } = record
    if (type !== 'user' && type !== 'assistant') return OTHERS.has(textOf(type)) || 'sessionId' in record
    if (!isRecord(message)) return false
    const at = textOf(record['timestamp'])
    const blocks = recordsIn(message['content'])
    if (type === 'assistant') {
      for (const block of blocks.filter((one) => one['type'] === 'tool_use'))
        sink.call(at, textOf(block['id']), textOf(block['name']), block['input'])
      return true
    }
    for (const block of blocks.filter((one) => one['type'] === 'tool_result'))
      sink.end(at, textOf(block['tool_use_id']))
    const isPersons = !['isMeta', 'isSidechain', 'isCompactSummary'].some((flag) => record[flag] === true)
    const text = isPersons ? promptIn(message, blocks) : ''
    if (text !== '') sink.prompt(at, text)
    return true
  },
}

function promptIn({ content }: TranscriptRecord, blocks: readonly TranscriptRecord[]): string {
  const texts =
    typeof content === 'string'
      ? [content]
      : blocks.filter((block) => block['type'] === 'text').map((block) => textOf(block['text']))
  const text = texts.filter((one) => !INSERTED.test(one)).join('\n')
  const [, command] = COMMAND.exec(text) ?? []
  // A command of the user's own, as it was typed.
  return (command === undefined ? text : `${command} ${COMMAND_ARGS.exec(text)?.[1] ?? ''}`).trim()
}
