import { claudeCode } from './claude-code.ts'
import { cursor } from './cursor.ts'
import type { HookFormat } from './format.ts'
import { geminiCli } from './gemini-cli.ts'
import { plain } from './plain.ts'

export const HOOK_FORMATS: Readonly<Record<string, HookFormat>> = {
  'claude-code': claudeCode,
  'gemini-cli': geminiCli,
  cursor,
  plain,
}
export const DEFAULT_FORMAT = 'claude-code'
