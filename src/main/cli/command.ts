import { Command } from 'commander'
import { HEADER } from '../../shared/names.ts'
import type { ApiClient } from '../client/api.ts'
import type { DaemonAddress } from '../client/discover.ts'
import { otherVersionNote } from '../client/other-version.ts'
import { ensureDaemon } from '../client/start.ts'
import { homeFolder } from '../daemon/paths.ts'
import { printNote } from './print.ts'

/** What every command takes. */
export interface CommonOptions {
  readonly home?: string
  readonly json?: boolean
}

/** A command with the options that all share and its examples in its help. */
export function createCommand(name: string, summary: string, examples: readonly string[]): Command {
  const lines = examples.map((example) => `  spillway ${example}`)
  return new Command(name)
    .description(summary)
    .option(
      '--home <dir>',
      'home folder of the daemon (default: $SPILLWAY_HOME, else the platform’s data folder)',
    )
    .option('--json', 'machine-readable output')
    .addHelpText('after', ['', 'Examples:', ...lines].join('\n'))
    .exitOverride()
    .configureOutput({ outputError: () => {} })
}

export interface Connection {
  readonly home: string
  readonly daemon: DaemonAddress
  readonly api: ApiClient
}

/** Names a daemon of another version, on stderr: on stdout it would mix with what was asked for. */
export function noteOtherVersion({ version }: DaemonAddress, who: string): void {
  const note = otherVersionNote(version, who)
  if (note !== null) printNote(`spillway: ${note}`)
}

/** The daemon of the chosen home, started where none runs. A person asks, so no read counts as an agent's. */
export async function connect(options: CommonOptions): Promise<Connection> {
  const home = homeFolder(options.home)
  const daemon = await ensureDaemon(home)
  noteOtherVersion(daemon, 'this command')
  // The bridge makes a command too, and has no use for the contract.
  const { apiClient } = await import('../client/api.ts')
  return { home, daemon, api: apiClient({ ...daemon, headers: { [HEADER.view]: '1' } }) }
}
