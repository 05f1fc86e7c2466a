import type { Command } from 'commander'
import { upstreamName } from '../../../shared/config.ts'
import { SpillwayError } from '../../../shared/errors.ts'
import { openBridge, runBridge } from '../../client/bridge.ts'
import { ensureDaemon } from '../../client/start.ts'
import { homeFolder } from '../../daemon/paths.ts'
import { createCommand, noteOtherVersion } from '../command.ts'
import type { CommonOptions } from '../command.ts'

type WrapOptions = CommonOptions & { readonly name?: string }

/** Programs that start the one that is meant. */
const RUNNERS = new Set([
  'npx',
  'bunx',
  'uvx',
  'pipx',
  'node',
  'bun',
  'deno',
  'python',
  'python3',
  'uv',
  'tsx',
])
const SUBCOMMANDS = new Set(['run', 'exec', 'x', 'dlx', 'tool'])

export function wrapCommand(): Command {
  const examples = [
    'wrap -- npx -y @modelcontextprotocol/server-memory',
    'wrap --name files -- node server.js /data',
  ]
  return createCommand('wrap', 'Speaks MCP over stdio for one server that it starts, kept small.', examples)
    .argument('<command>', 'the server’s program')
    .argument('[args...]', 'its arguments')
    .option('--name <name>', 'what the server is called here (default: after its command)')
    .action(wrap)
}

async function wrap(command: string, args: readonly string[], options: WrapOptions): Promise<void> {
  const name = options.name ?? nameAfter(command, args)
  if (!upstreamName.safeParse(name).success)
    throw new SpillwayError(
      'invalid_input',
      `${name} is no name for a server.`,
      'Use letters, digits, - and _.',
    )
  const daemon = await ensureDaemon(homeFolder(options.home))
  noteOtherVersion(daemon, 'this bridge')
  const server = { command, args: [...args], env: ownEnvironment(), cwd: process.cwd() }
  const socket = await openBridge(daemon, { folder: process.cwd(), wrap: { name, server } })
  await runBridge(socket, process.stdin, process.stdout)
}

/** What the client set for the server it thinks it starts; ours is not meant for it. */
const ownEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([key, value]) =>
      value === undefined || key.startsWith('SPILLWAY_') ? [] : [[key, value] as const],
    ),
  )

/** Parts of a path that say nothing of what the program is. */
const PLAIN = new Set(['index', 'main', 'cli', 'dist', 'build', 'out', 'src', 'lib', 'bin'])

/** `npx -y @modelcontextprotocol/server-memory@1 /data` is `server-memory`. */
export function nameAfter(command: string, args: readonly string[]): string {
  const program = partsOf(command).at(-1) ?? ''
  const started = args.find((arg) => !arg.startsWith('-') && !SUBCOMMANDS.has(arg))
  const meant = RUNNERS.has(program) && started !== undefined ? started : command
  const parts = partsOf(meant)
  return (parts.findLast((part) => !PLAIN.has(part)) ?? parts.at(-1) ?? 'server').slice(0, 40)
}

/** A path's parts, without versions and endings, as they may stand in a name. */
const partsOf = (path: string): string[] =>
  path
    .split(/[\\/]/)
    .map((part) => part.replace(/(?<=.)@.*$|\.(?:[cm]?[jt]s|py|exe|cmd)$/i, ''))
    .map((part) => part.replaceAll(/[^A-Za-z0-9_-]+/g, '-').replaceAll(/^-+|-+$/g, ''))
    .filter((part) => part !== '')
