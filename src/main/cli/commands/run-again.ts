import type { AgainOutcome, AgainResult } from '../../../shared/contract/again.ts'
import type { Call } from '../../../shared/entry.ts'
import { SpillwayError } from '../../../shared/errors.ts'
import type { Command } from 'commander'
import { type Asker, openAsker } from '../ask.ts'
import { type Connection, connect, createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { printJson, printLine, printNote, visible } from '../print.ts'
import { ReportedFailure } from '../reported.ts'

interface AgainOptions extends CommonOptions {
  readonly confirm?: string[]
}

/** Ends with exit code 1 where anything changed or failed, as `diff` does. */
export function runAgainCommand(): Command {
  return createCommand(
    'run-again',
    'Makes a recorded call, or those of a turn, again and compares the results.',
    [
      'run-again c_0123456789ab',
      'run-again t_0123456789ab',
      'run-again t_0123456789ab --confirm c_0123456789ab --json',
    ],
  )
    .argument('<id>', 'a call or a turn')
    .option('--confirm <call...>', 'make these although their tools are not marked as read-only')
    .action(runAgain)
}

async function runAgain(id: string, { confirm = [], ...options }: AgainOptions): Promise<void> {
  const { api } = await connect(options)
  const calls = await callsOf(api, id)
  using asker = !options.json && process.stdin.isTTY ? openAsker() : null
  const results: AgainResult[] = []
  let session: string | undefined
  for (const call of calls) {
    const ask = (yes: boolean) => api.runAgain({ id: call.id, confirm: yes, session })
    let result = await ask(confirm.includes(call.id))
    session = result.session ?? session
    if (result.needsConfirm && (await isConfirmed(asker, call))) result = await ask(true)
    results.push(result)
    if (!options.json) printLine(lineOf(call, result))
  }
  const sums = countOutcomes(results)
  if (options.json) printJson({ session: session ?? null, results, ...sums })
  else
    printNote(`${sums.equal} equal, ${sums.changed} changed, ${sums.failed} failed, ${sums.skipped} skipped`)
  if (sums.changed + sums.failed > 0) throw new ReportedFailure()
}

async function callsOf(api: Connection['api'], id: string): Promise<Call[]> {
  if (id.startsWith('t_')) return (await api.getTurn({ id })).callList
  if (id.startsWith('c_')) return [await api.getCall({ id })]
  throw new SpillwayError('invalid_input', `${id} is neither a call nor a turn.`, 'See spillway turns show.')
}

const nameOf = ({ step, server, tool }: Call) =>
  `step ${step}  ${server === null ? tool : `${server}.${tool}`}`

async function isConfirmed(asker: Asker | null, call: Call): Promise<boolean> {
  if (asker === null) return false
  const args = visible(JSON.stringify(call.arguments) ?? '').slice(0, 500)
  return asker.confirm(`${nameOf(call)} may change something. Make it again with ${args}?`)
}

function lineOf(call: Call, { outcome, reason, again }: AgainResult): string {
  const facts = [reason === null ? null : visible(reason), again].filter((fact) => fact !== null)
  return `${outcome.padEnd(7)}  ${nameOf(call)}${facts.length === 0 ? '' : `  ${facts.join('  ')}`}`
}

function countOutcomes(results: readonly AgainResult[]): Record<AgainOutcome, number> {
  const count = (wanted: AgainOutcome) => results.filter(({ outcome }) => outcome === wanted).length
  return {
    equal: count('equal'),
    changed: count('changed'),
    failed: count('failed'),
    skipped: count('skipped'),
  }
}
