import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { OperationInput } from '../../../shared/contract.ts'
import type { ReplayReport } from '../../../shared/contract/replay-server.ts'
import { SpillwayError } from '../../../shared/errors.ts'
import { replayData } from '../../../shared/event.ts'
import { sessionId, turnId } from '../../../shared/ids.ts'
import { openBridge, runBridge } from '../../client/bridge.ts'
import { followEvents } from '../../client/follow.ts'
import { connect, createCommand } from '../command.ts'
import type { CommonOptions, Connection } from '../command.ts'
import { printJson, printLine, printNote } from '../print.ts'
import { replayLines } from '../replay-report.ts'
import { isRecording, openViewer } from '../viewer.ts'

interface ReplayOptions extends CommonOptions {
  readonly stdio?: boolean
  readonly raw?: boolean
  readonly passthrough?: boolean
  readonly report?: string
}

export function replayCommand(): Command {
  const examples = [
    'replay t_0123456789ab',
    'replay s_0123456789abcdef --report report.json',
    'replay t_0123456789ab --stdio',
    'replay t_0123456789ab --passthrough --raw',
    'replay why.spillway --stdio',
  ]
  return createCommand(
    'replay',
    'Serves a recorded turn or session as an MCP server that answers as it was answered.',
    examples,
  )
    .argument('<recording>', 'a turn or a session, by its id, or a .spillway file')
    .option('--stdio', 'speak MCP over stdio, for a client that starts it as its server')
    .option('--raw', 'whole results through the policy of today, not the text that was delivered')
    .option('--passthrough', 'send calls that were not recorded to the live servers')
    .option('--report <file>', 'write at the end, as JSON, which calls matched, were missed or not asked for')
    .action(replay)
}

async function replay(recording: string, options: ReplayOptions): Promise<void> {
  const viewer = isRecording(recording) ? await openViewer(recording) : null
  const source = viewer ? { session: viewer.session } : sourceOf(recording)
  const connection = viewer ?? (await connect(options))
  const { raw = false, passthrough = false } = options
  const started = await connection.api.startReplay({ ...source, raw, passthrough })
  let ended: Promise<void> | null = null
  const finishAll = async () => {
    await finish(connection, started.id, options)
    await viewer?.close()
  }
  const end = () => (ended ??= finishAll())
  endOnSignal(end)
  if (options.stdio) await overStdio(connection, started.id)
  else await overHttp(connection, started, options)
  await end()
}

function sourceOf(recording: string): Pick<OperationInput<'startReplay'>, 'turn' | 'session'> {
  if (turnId.safeParse(recording).success) return { turn: recording }
  if (sessionId.safeParse(recording).success) return { session: recording }
  throw new SpillwayError(
    'invalid_input',
    `${recording} is neither a turn (t_…) nor a session (s_…), nor a .spillway file.`,
    'The app shows their ids, and `spillway events` prints them.',
  )
}

async function overStdio({ daemon }: Connection, id: string): Promise<void> {
  const socket = await openBridge(daemon, { folder: process.cwd(), replay: id })
  await runBridge(socket, process.stdin, process.stdout)
}

/** Shows what is asked until somebody stops the replay. */
async function overHttp(
  { api, home }: Connection,
  started: ReplayReport,
  options: ReplayOptions,
): Promise<void> {
  const { id, url, token, title, calls, tools } = started
  const { lastSeq } = await api.listEvents({ limit: 1 })
  if (options.json) printJson({ id, url, token, title, calls, tools })
  else {
    printLine(`Serving the ${title}: ${calls} calls of ${tools} tools`)
    printLine(`  MCP     ${url}`)
    printLine(`  header  Authorization: Bearer ${token}`)
    printLine('  stop    Ctrl-C')
  }
  for await (const event of followEvents(home, lastSeq, printNote)) {
    const change = event.type === 'replay.changed' ? replayData.safeParse(event.data).data : undefined
    if (change?.id !== id) continue
    if (change.state === 'stopped') return
    if (!options.json && change.state === 'asked') printLine(`  ${change.outcome}  ${change.tool}`)
  }
}

/** The last report, to the file that was named and to whoever looks; over stdio, stdout is the protocol's. */
async function finish({ api }: Connection, id: string, options: ReplayOptions): Promise<void> {
  const report = await api.stopReplay({ id }).catch((error: unknown) => {
    // Somebody stopped it in the app.
    if (error instanceof SpillwayError && error.code === 'not_found') return null
    throw error
  })
  if (report === null) return printNote('The replay was stopped elsewhere: its report went there.')
  const { token: _token, ...rest } = report
  if (options.report !== undefined) await writeFile(options.report, `${JSON.stringify(rest, null, 2)}\n`)
  if (options.stdio) for (const line of replayLines(rest)) printNote(line)
  else if (options.json) printJson(rest)
  else for (const line of replayLines(rest)) printLine(line)
}

/** Clients end a server of theirs by a signal, and a person by Ctrl-C: there is a report all the same. */
function endOnSignal(end: () => Promise<void>): void {
  const leave = () => {
    end().then(
      () => process.exit(0),
      (error: unknown) => {
        printNote(`spillway: ${String(error)}`)
        process.exit(1)
      },
    )
  }
  process.once('SIGINT', leave)
  process.once('SIGTERM', leave)
}
