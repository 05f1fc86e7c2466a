import { CommanderError } from 'commander'
import type { Command } from 'commander'
import { SpillwayError, toErrorBody } from '../../shared/errors.ts'
import { ReportedFailure } from './reported.ts'

const EXIT = { ok: 0, failed: 1, usage: 2 } as const

/** Runs one command line (without the program's name) and gives its exit code. */
export async function runCli(args: readonly string[], createProgram: () => Command): Promise<number> {
  process.stdout.on('error', endQuietly)
  try {
    const program = createProgram()
    refuseUnknownCommand(program, args[0])
    await program.parseAsync(args, { from: 'user' })
    return EXIT.ok
  } catch (error) {
    if (error instanceof CommanderError) return endOfParsing(error, args)
    if (!(error instanceof ReportedFailure)) report(error, args)
    return EXIT.failed
  }
}

/** The reader of our output left, as `head` does: nothing more is wanted. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit(EXIT.ok)
}

/** Without this, commander would take a mistyped command for an argument of the default one. */
function refuseUnknownCommand(program: Command, name: string | undefined): void {
  if (name === undefined || name.startsWith('-') || name === 'help') return
  if (program.commands.some((command) => command.name() === name)) return
  throw new CommanderError(EXIT.usage, 'commander.unknownCommand', `unknown command '${name}'.`)
}

/** Commander throws for `--help` and `--version` too, with exit code 0. */
function endOfParsing(error: CommanderError, args: readonly string[]): number {
  if (error.exitCode === 0) return EXIT.ok
  // It puts a suggestion on a line of its own; ours is one line.
  const message = error.message.replace(/^error: /, '').replaceAll('\n', ' ')
  const sentence = /[.)]$/.test(message) ? message : `${message}.`
  report(new SpillwayError('invalid_input', sentence, 'Try spillway --help.'), args)
  return EXIT.usage
}

function report(error: unknown, args: readonly string[]): void {
  const body = toErrorBody(error)
  const options = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined)
  if (options.includes('--json')) {
    // The bridge's stdout belongs to the protocol.
    const stream = options.some((option) => ['mcp', 'wrap', '--stdio'].includes(option))
      ? process.stderr
      : process.stdout
    stream.write(`${JSON.stringify(body)}\n`)
    return
  }
  const { message, hint } = body.error
  process.stderr.write(`spillway: ${hint === undefined ? message : `${message} ${hint}`}\n`)
}
