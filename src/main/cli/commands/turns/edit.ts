import type { Command } from 'commander'
import type { Turn } from '../../../../shared/contract/recording.ts'
import { connect, createCommand } from '../../command.ts'
import type { CommonOptions } from '../../command.ts'
import { parseInteger } from '../../parse.ts'
import { printJson, printLine } from '../../print.ts'
import { turnLines } from './turn-lines.ts'

interface RenameOptions extends CommonOptions {
  readonly prompt?: string
}

interface SplitOptions extends CommonOptions {
  readonly step?: number
  readonly call?: string
}

export const renameCommand = () =>
  createCommand('rename', 'Gives a turn a title.', [
    "turns rename t_0123456789ab 'The deploy that failed'",
    "turns rename t_0123456789ab '' --prompt 'Why did it fail?'",
  ])
    .argument('<id>', 'the turn')
    .argument('<title>', 'its title; empty: none')
    .option('--prompt <text>', 'what was asked in it')
    .action(rename)

export const splitCommand = () =>
  createCommand('split', 'Makes two turns of one.', ['turns split t_0123456789ab --step 7'])
    .argument('<id>', 'the turn')
    .option('--step <n>', 'the step that the next turn begins with', parseInteger)
    .option('--call <id>', 'the same by its call')
    .action(split)

export const mergeCommand = () =>
  createCommand('merge', 'Takes the next turn of the session into a turn.', ['turns merge t_0123456789ab'])
    .argument('<id>', 'the turn')
    .action(merge)

async function rename(id: string, title: string, _: RenameOptions, command: Command): Promise<void> {
  const { prompt, ...options } = command.optsWithGlobals<RenameOptions>()
  const { api } = await connect(options)
  say(await api.updateTurn({ id, title: title === '' ? null : title, prompt }), options)
}

async function split(id: string, _: SplitOptions, command: Command): Promise<void> {
  const { step, call, ...options } = command.optsWithGlobals<SplitOptions>()
  const { api } = await connect(options)
  const parted = await api.splitTurn({ id, step, call })
  if (options.json) printJson(parted)
  else printLine(turnLines([parted.turn, parted.next]))
}

async function merge(id: string, _: CommonOptions, command: Command): Promise<void> {
  const options = command.optsWithGlobals<CommonOptions>()
  const { api } = await connect(options)
  const merged = await api.mergeTurns({ id })
  if (options.json) printJson(merged)
  else printLine(turnLines([merged.turn]))
}

function say(turn: Turn, { json }: CommonOptions): void {
  if (json) printJson(turn)
  else printLine(turnLines([turn]))
}
