import type { Command } from 'commander'
import { homeFolder } from '../../daemon/paths.ts'
import { installService, planService, removeService, serviceStatus } from '../../service/service.ts'
import { createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { printJson, printLine } from '../print.ts'

type InstallOptions = CommonOptions & { readonly dryRun?: boolean }

export function serviceCommand(): Command {
  const examples = ['service install --dry-run', 'service install', 'service status', 'service remove']
  return createCommand(
    'service',
    'Starts the daemon at login, by systemd, launchd or the Startup folder.',
    examples,
  )
    .addCommand(
      createCommand('install', 'Has the daemon start at login, and now.', ['service install --dry-run'])
        .option('--dry-run', 'print what would be written and run, and do nothing')
        .action((_, command: Command) => install(command.optsWithGlobals())),
    )
    .addCommand(
      createCommand('remove', 'Has it start no more.', ['service remove']).action((_, command: Command) =>
        remove(command.optsWithGlobals()),
      ),
    )
    .addCommand(
      createCommand('status', 'Says whether it is installed and runs.', ['service status --json']).action(
        (_, command: Command) => status(command.optsWithGlobals()),
      ),
    )
}

async function install({ dryRun = false, json, home }: InstallOptions): Promise<void> {
  const plan = planService(homeFolder(home))
  const { file, text } = plan
  if (dryRun) {
    if (json) return printJson({ file, text, run: plan.install })
    printLine(`${file}:\n\n${text}`)
    for (const command of plan.install) printLine(command.join(' '))
    return
  }
  await installService(plan)
  if (json) return printJson(await serviceStatus(plan))
  printLine(`${file} is written. A daemon that runs already goes on; the service takes over when it ends.`)
}

async function remove({ json, home }: CommonOptions): Promise<void> {
  const plan = planService(homeFolder(home))
  const removed = await removeService(plan)
  if (json) return printJson({ file: plan.file, removed })
  printLine(removed ? `${plan.file} is removed.` : 'It was not installed.')
}

async function status({ json, home }: CommonOptions): Promise<void> {
  const found = await serviceStatus(planService(homeFolder(home)))
  if (json) return printJson(found)
  if (!found.installed) return printLine('It is not installed. Install it with: spillway service install')
  const state =
    found.running === null ? 'is installed' : found.running ? 'runs' : 'is installed, but does not run'
  printLine(`It ${state}: ${found.file}`)
  if (!found.current)
    printLine('It was installed for another home, Node or Spillway. Renew it with: spillway service install')
}
