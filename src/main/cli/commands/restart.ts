import type { Command } from 'commander'
import { restartDaemon } from '../../client/restart.ts'
import { homeFolder } from '../../daemon/paths.ts'
import { createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { printJson, printLine } from '../print.ts'

export function restartCommand(): Command {
  return createCommand('restart', 'Ends the daemon that runs, and starts one of this version.', [
    'restart',
    'restart --home ~/spillway-work',
  ]).action(restart)
}

async function restart(options: CommonOptions): Promise<void> {
  const { ended, started } = await restartDaemon(homeFolder(options.home))
  const { url, pid, version } = started
  if (options.json) return printJson({ url, pid, version, replaced: ended?.version ?? null })
  const before = ended === null ? '' : ` in the place of version ${ended.version}`
  printLine(`Version ${version} runs at ${url}${before}.`)
}
