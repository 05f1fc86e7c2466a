/** The clients that `spillway connect` knows. Apart from what is known of them, because that loads three parsers. */
export const CLIENT_IDS = [
  'claude-code',
  'claude-desktop',
  'cursor',
  'vscode',
  'codex',
  'gemini',
  'windsurf',
  'devin',
  'zed',
  'goose',
  'opencode',
  'cline',
] as const
export type ClientId = (typeof CLIENT_IDS)[number]
