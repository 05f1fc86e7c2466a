import type { Command } from 'commander'
import type { DemoMoment } from '../../demo/run.ts'
import { homeFolder } from '../../daemon/paths.ts'
import { createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { printJson, printLine } from '../print.ts'

interface DemoCommandOptions extends CommonOptions {
  readonly fast?: boolean
}

/** About a quarter of a minute for the whole script. */
const PACE_MS = 750

export function demoCommand(): Command {
  const examples = ['demo', 'demo --home /tmp/spillway-demo', 'demo --fast --json']
  return createCommand(
    'demo',
    'Plays an agent at work, to watch in the app, in a home folder of its own.',
    examples,
  )
    .option('--fast', 'without pauses')
    .action(demo)
}

async function demo(options: DemoCommandOptions): Promise<void> {
  const home = homeFolder(options.home ?? `${homeFolder()}-demo`)
  const { runDemo } = await import('../../demo/run.ts')
  const ended = new AbortController()
  // A daemon that plays it hears of each step, and lets go of it to end it.
  process.once('disconnect', () => ended.abort())
  const tell = (moment: DemoMoment) => {
    if (process.connected) process.send?.(moment)
    if (!options.json) printLine(moment.line)
  }
  const summary = await runDemo({ home, paceMs: options.fast ? 0 : PACE_MS, tell, signal: ended.signal })
  if (process.connected) process.disconnect()
  if (options.json) return printJson(summary)
  const { calls, offloaded, reads } = summary
  printLine(`\n${calls} calls, ${offloaded} offloaded, ${reads} reads.`)
  printLine(`Look at them with: spillway open --home ${home}`)
}
