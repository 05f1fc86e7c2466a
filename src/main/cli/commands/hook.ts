import type { Command } from 'commander'
import { DEFAULT_FORMAT, HOOK_FORMATS } from '../../hook/formats/index.ts'
import { createCommand } from '../command.ts'

/** For the help alone: `src/main/cli.ts` runs hooks before any of this is loaded. */
export function hookCommand(): Command {
  return createCommand('hook', 'Stores a large tool result that a coding agent hands it on stdin.', [
    'hook',
    'hook --format gemini-cli',
  ])
    .option('--format <name>', `${Object.keys(HOOK_FORMATS).join(', ')} (default: ${DEFAULT_FORMAT})`)
    .option('--timeout <seconds>', 'after so long the result stays as it is (default: 10)')
}
