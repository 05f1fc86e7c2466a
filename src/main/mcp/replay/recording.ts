import type { OperationArgs } from '../../../shared/contract.ts'
import { SpillwayError } from '../../../shared/errors.ts'
import type { ListedTool } from '../../gateway/gateway.ts'
import { type Caller, type Services, visibleTo } from '../../operations/services.ts'
import { sessionFilter } from '../../operations/session-of.ts'
import { Script } from '../../recording/replay/script.ts'
import type { CallBodies } from '../../store/reads/calls.ts'
import type { ReadingSession } from '../scratchpad/reading-session.ts'
import { recordedTools } from './recorded-tools.ts'

/** What a replay serves. */
export interface Recording {
  readonly title: string
  readonly session: string
  readonly turn: string | null
  readonly script: Script
  readonly tools: readonly ListedTool[]
  /** Where the recorded entries are read. */
  readonly services: Services
  /** As whose they are read. */
  readonly reader: Omit<ReadingSession, 'currentTurn'>
  /** A recorded call with its whole result. @throws SpillwayError `too_large` */
  bodies(call: string): Promise<CallBodies | null>
}

/** A recorded turn or session of this home. @throws SpillwayError `invalid_input`, `not_found` */
export async function recordingOf(
  services: Services,
  caller: Caller,
  { turn: wanted, session: named }: Pick<OperationArgs<'startReplay'>, 'turn' | 'session'>,
): Promise<Recording> {
  if ((wanted === undefined) === (named === undefined))
    throw new SpillwayError('invalid_input', 'Name exactly one: a `turn`, or a `session`.')
  const client = visibleTo(caller)
  const { read } = services.store
  const turn = wanted === undefined ? null : await read.turn({ id: wanted, client })
  if (wanted !== undefined && !turn) throw new SpillwayError('not_found', `There is no turn ${wanted}.`)
  const id = turn?.session ?? (await sessionFilter(services, caller, named)) ?? ''
  const session = await read.session({ id, client })
  if (!session) throw new SpillwayError('not_found', `There is no session ${named}.`)
  const calls = await read.script(turn ? { turn: turn.id } : { session: id })
  return {
    title: turn ? `turn ${turn.number} of ${session.clientName}` : `session of ${session.clientName}`,
    session: id,
    turn: turn?.id ?? null,
    script: new Script(calls),
    tools: recordedTools(await read.offeredTools({ session: id }), calls),
    services,
    reader: { client: session.client ?? '', id, projectId: session.project },
    bodies: (call) => read.call({ id: call, client: null, whole: true }),
  }
}
