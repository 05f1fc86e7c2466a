import type { OperationArgs } from '../../shared/contract.ts'
import type { AgainResult } from '../../shared/contract/again.ts'
import { reasonOf, SpillwayError, toErrorBody } from '../../shared/errors.ts'
import { isLeftOut } from '../policy/capture.ts'
import { blocksOf, isRecord, type ToolResult } from '../policy/payload.ts'
import type { ActiveSession } from '../recording/active-session.ts'
import { parseJson } from '../rpc/json.ts'
import { RpcError } from '../rpc/message.ts'
import { newId } from '../store/ids.ts'
import type { CallBodies } from '../store/reads/calls.ts'
import { deliverResult } from './deliver-result.ts'
import { isRecorded } from './record-call.ts'
import { recordError } from './record-error.ts'
import { redactionOf } from './redact.ts'
import { ruleFor } from './result-origin.ts'
import { ADMIN, type Caller, type Services, visibleTo } from './services.ts'

/** A call of an upstream's tool, with what its server gets. */
interface Repeatable {
  readonly recorded: CallBodies
  readonly server: string
  readonly json: string | null
}

/**
 * Makes a recorded call again with the arguments that its server got, and says whether the result is the same. It is recorded in a
 * session of its own, which counts for nobody. A tool that is not marked as read-only is only called where this very call is confirmed.
 * @throws SpillwayError `not_found`; `conflict` where nothing is recorded now, so that there is nothing to compare with
 */
export async function runAgain(
  services: Services,
  caller: Caller,
  { id, confirm = false, session: into }: OperationArgs<'runAgain'>,
): Promise<AgainResult> {
  const recorded = await services.store.read.call({ id, client: visibleTo(caller) })
  if (!recorded) throw new SpillwayError('not_found', `There is no call ${id}.`)
  const { server, tool } = recorded.call
  const skipped = (reason: string, needsConfirm = false): AgainResult => ({
    ...nothing(id, into),
    outcome: 'skipped',
    reason,
    needsConfirm,
  })
  if (server === null) return skipped('It was not made through the gateway.')
  if (!(server in services.config().mcpServers)) return skipped(`There is no server ${server} now.`)
  assertRecords(services, server, tool)
  const sent = await services.store.read.sentArguments({ call: id })
  if (!sent || sent.pruned) return skipped('Its arguments are not stored any more.')
  if (isRedacted(services, server, tool, sent.json)) return skipped('Its arguments were redacted.')

  const definition = await definitionOf(services, server, tool)
  if (definition === null) return skipped(`${server} has no tool ${tool} now.`)
  if (!isReadOnly(definition) && !confirm) return skipped(`${tool} is not marked as read-only.`, true)
  const session = await sessionFor(services, recorded, into)
  return make(services, session, { recorded, server, json: sent.json })
}

const nothing = (call: string, session: string | undefined) => ({
  call,
  reason: null,
  needsConfirm: false,
  again: null,
  session: session ?? null,
  durationMs: null,
})

function assertRecords(services: Services, server: string, tool: string): void {
  const leftOut = isLeftOut(services.config().capture, server, tool)
  if (!leftOut && isRecorded(services, ruleFor(services, { server, tool }))) return
  throw new SpillwayError(
    'conflict',
    `Calls of ${server}.${tool} are not recorded now, so there would be nothing to compare.`,
    'Resume capture, or set recording.enabled.',
  )
}

/** Whether something of its arguments was replaced before they were written down: by the rules of now, or by those of then as they are by default. */
function isRedacted(services: Services, server: string, tool: string, json: string | null): boolean {
  if (json === null) return false
  const replacements = redactionOf(services, { server, tool }).map(({ replacement }) => replacement)
  return ['[redacted:', ...replacements].some((text) => text !== '' && json.includes(text))
}

/** The session that the run is made in: the one that its first call began, else a new one with a turn like the recorded one. */
async function sessionFor(
  services: Services,
  { call }: CallBodies,
  into: string | undefined,
): Promise<ActiveSession> {
  const original = await services.store.read.session({ id: call.session, client: null })
  if (!original) throw new SpillwayError('not_found', `There is no session ${call.session}.`)
  const client = original.client ?? ADMIN
  if (into !== undefined) {
    const session = await services.sessions.byId(client, into)
    if (session.info.repeats === call.session) return session
    throw new SpillwayError('invalid_input', `${into} is no session in which ${call.session} is run again.`)
  }
  const session = await services.sessions.start({
    client,
    clientName: original.clientName,
    projectPath: original.projectPath,
    transport: 'again',
    repeats: call.session,
  })
  const turn = original.turnList.find(({ id }) => id === call.turn)
  await session.startTurn(turn?.prompt ?? null)
  return session
}

const scopeOf = ({ id, info }: ActiveSession) => ({
  session: id,
  shared: false,
  cwd: info.projectPath,
  forward: null,
})

/** Of nobody's: to ask what there is. */
const ASKING = { session: '', shared: true, cwd: null, forward: null }

/** The tool as its server lists it, which is asked where it never was. */
async function definitionOf(
  { upstreams }: Services,
  server: string,
  tool: string,
): Promise<Record<string, unknown> | null> {
  const known = upstreams.definition({ server, tool })
  if (known) return known
  await upstreams.listTools(ASKING, server)
  return upstreams.definition({ server, tool })
}

function isReadOnly(definition: Record<string, unknown>): boolean {
  const { annotations } = definition
  return isRecord(annotations) && annotations['readOnlyHint'] === true
}

async function make(
  services: Services,
  session: ActiveSession,
  { recorded, server, json }: Repeatable,
): Promise<AgainResult> {
  const { call } = recorded
  const again = newId('c')
  const step = await session.beginStep()
  const startedAt = services.now()
  const started = performance.now()
  const origin = () => ({
    session,
    step,
    call: again,
    server,
    tool: call.tool,
    arguments: json,
    repeats: call.id,
    startedAt,
    durationMs: Math.round((performance.now() - started) * 100) / 100,
  })
  const done = { ...nothing(call.id, session.id), again }
  try {
    const params = { name: call.tool, ...(json === null ? {} : { arguments: parseJson(json) }) }
    const { result, fault } = await answered(
      services.upstreams.callTool(scopeOf(session), server, call.tool, params),
    )
    const { durationMs } = origin()
    await deliverResult(services, origin(), result)
    if (fault !== null) return { ...done, outcome: 'failed', reason: fault, durationMs }
    if (result.isError === true && !call.isError)
      return {
        ...done,
        outcome: 'failed',
        reason: firstText(result) ?? 'It came back as an error.',
        durationMs,
      }
    const equal = await services.store.read.equalCalls({ before: call.id, after: again })
    return { ...done, outcome: equal ? 'equal' : 'changed', durationMs }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    const { durationMs } = origin()
    await recordError(services, origin(), error)
    const equal = await services.store.read.equalCalls({ before: call.id, after: again })
    return { ...done, outcome: equal ? 'equal' : 'failed', reason: equal ? null : error.message, durationMs }
  } finally {
    step.end()
  }
}

/** A fault of the way there is a result too, and says so; an error of the server's own is thrown. */
async function answered(
  calling: Promise<Record<string, unknown>>,
): Promise<{ result: ToolResult; fault: string | null }> {
  try {
    const result: ToolResult = await calling
    const unfinished = result['resultType'] === 'input_required' || result['task'] !== undefined
    return { result, fault: unfinished ? 'It asks something of its client, and there is none.' : null }
  } catch (error) {
    if (!(error instanceof SpillwayError)) throw error
    const { code, message } = toErrorBody(error).error
    const text = `${code}: ${message}`
    return { result: { isError: true, content: [{ type: 'text', text }] }, fault: reasonOf(error) }
  }
}

function firstText(result: ToolResult): string | null {
  const [block] = blocksOf(result)
  return isRecord(block) && typeof block['text'] === 'string' ? block['text'].slice(0, 300) : null
}
