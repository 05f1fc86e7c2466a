import { resolve } from 'node:path'
import type { Command } from 'commander'
import { SpillwayError } from '../../../shared/errors.ts'
import type { ReadyLine } from '../../client/ready.ts'
import { homeFolder } from '../../daemon/paths.ts'
import { runtimeFault } from '../../daemon/runtime.ts'
import { createViewHome } from '../../daemon/view-home.ts'
import { createCommand } from '../command.ts'
import type { CommonOptions } from '../command.ts'
import { parseInteger, parsePort } from '../parse.ts'
import { printJson, printLine } from '../print.ts'

interface ServeOptions extends CommonOptions {
  readonly port?: number
  readonly host: string
  readonly dangerouslyAllowRemote?: boolean
  readonly idleExit?: number
  readonly view?: string
}

export function serveCommand(): Command {
  const examples = ['serve', 'serve --port 0 --json', 'serve --home /tmp/try --idle-exit 30']
  return createCommand('serve', 'Runs the daemon without a window until it is told to end.', examples)
    .option('--port <n>', 'port, 0 for any free one (default: server.port of config.json, 4774)', parsePort)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--dangerously-allow-remote', 'accept a --host that other machines can reach')
    .option('--idle-exit <minutes>', 'end after so many minutes without use', parseInteger)
    .option('--view <file>', 'show a recording read-only, in a home of its own that is removed at the end')
    .action(serve)
}

async function serve(options: ServeOptions): Promise<void> {
  // Before anything that loads the native module: on an older Node that does not throw, it crashes.
  const fault = runtimeFault()
  if (fault !== null) throw new SpillwayError('unsupported', fault, 'Install Node 24 and try again.')
  const { runDaemon } = await import('../../daemon/serve.ts')
  const daemon = await runDaemon({
    home:
      options.view !== undefined && options.home === undefined ? createViewHome() : homeFolder(options.home),
    port: options.port ?? (options.view === undefined ? null : 0),
    host: options.host,
    idleMinutes: options.idleExit ?? null,
    allowRemote: options.dangerouslyAllowRemote ?? false,
    ...(options.view === undefined ? {} : { view: resolve(options.view) }),
  })
  stopOnSignal(async () => await daemon.stop())
  announce({ url: daemon.url, pid: daemon.pid, home: daemon.home }, options)
}

function announce(ready: ReadyLine, { json }: ServeOptions): void {
  if (json) return printJson(ready)
  printLine(`Spillway runs at ${ready.url}`)
  printLine(`  MCP    ${ready.url}/mcp`)
  printLine(`  home   ${ready.home}`)
  printLine('  open   spillway open')
  printLine('  stop   Ctrl-C')
}

/** The first signal ends the daemon in order, a second one at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  const end = (): void => {
    process.once('SIGINT', () => process.exit(1))
    process.once('SIGTERM', () => process.exit(1))
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`spillway: ${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}
