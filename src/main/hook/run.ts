import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { type DaemonAddress, findDaemon } from '../client/discover.ts'
import { homeFolder } from '../daemon/paths.ts'
import { parseJson, stringifyJson } from '../rpc/json.ts'
import { isRecord } from './formats/format.ts'
import { DEFAULT_FORMAT, HOOK_FORMATS } from './formats/index.ts'
import { offloadReport } from './offload.ts'

const DEFAULT_TIMEOUT_S = 10

/**
 * `spillway hook`: reads what a host says of a tool call on stdin and prints what it should put in the result's place. Whatever goes
 * wrong, the result stays as it came and the exit code is 0: to some hosts another one means that the tool is to be blocked.
 */
export async function runHook(args: readonly string[]): Promise<number> {
  let unchanged: unknown = null
  let reply: unknown = null
  let signal: AbortSignal | null = null
  try {
    const { format, home, seconds } = optionsOf(args)
    signal = AbortSignal.timeout(seconds * 1_000)
    const input: unknown = parseJson(await text(process.stdin))
    if (!isRecord(input)) throw new Error('what came on stdin is not a JSON object')
    unchanged = format.unchanged(input)
    const report = format.read(input)
    if (
      report !== null &&
      report.slots.length > 0 &&
      (await offloadReport(report, await daemonOf(home, signal), signal))
    )
      reply = report.reply()
  } catch (error) {
    const reason = signal?.aborted ? 'it took too long; see --timeout' : reasonOf(error)
    process.stderr.write(`spillway hook: the result stays as it is: ${reason}\n`)
  }
  const answer = reply ?? unchanged
  if (answer !== null) process.stdout.write(`${stringifyJson(answer)}\n`)
  return 0
}

function optionsOf(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      format: { type: 'string', default: DEFAULT_FORMAT },
      home: { type: 'string' },
      timeout: { type: 'string', default: String(DEFAULT_TIMEOUT_S) },
      json: { type: 'boolean' },
    },
  })
  const format = Object.hasOwn(HOOK_FORMATS, values.format) ? HOOK_FORMATS[values.format] : undefined
  if (format === undefined)
    throw new Error(`there is no format ${values.format}; known are ${Object.keys(HOOK_FORMATS).join(', ')}`)
  const seconds = Number(values.timeout)
  if (!(seconds > 0)) throw new Error('--timeout must be a number of seconds')
  return { format, home: homeFolder(values.home), seconds }
}

/** The daemon as the client whose token is in the environment, or as you. */
async function daemonOf(home: string, signal: AbortSignal): Promise<DaemonAddress> {
  const running = (await findDaemon(home)) ?? (await startOne(home, signal))
  return { ...running, token: process.env['SPILLWAY_TOKEN'] || running.token }
}

async function startOne(home: string, signal: AbortSignal): Promise<DaemonAddress> {
  // Only now: what it needs takes longer to load than all the rest.
  const { startDaemon } = await import('../client/start.ts')
  const tooLate = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('no daemon came up in time')))
  })
  return Promise.race([startDaemon(home), tooLate])
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
