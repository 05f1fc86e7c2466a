import type { OperationArgs, OperationOutput } from '../../shared/contract.ts'
import type { Turn } from '../../shared/contract/recording.ts'
import { SpillwayError } from '../../shared/errors.ts'
import { effectivePolicy } from '../policy/rule.ts'
import { newId } from '../store/ids.ts'
import { ADMIN, type Caller, type Services } from './services.ts'
import { getSession, getTurn } from './sessions.ts'

/** Names a turn, or says what was asked in it. */
export async function updateTurn(
  services: Services,
  caller: Caller,
  { id, title, prompt }: OperationArgs<'updateTurn'>,
): Promise<OperationOutput<'updateTurn'>> {
  const { id: turn } = await getTurn(services, caller, { id })
  return services.store.write.updateTurn({ turn, title, prompt, at: services.now() })
}

/** Makes two turns of one. */
export async function splitTurn(
  services: Services,
  caller: Caller,
  { id, step, call, title, prompt }: OperationArgs<'splitTurn'>,
): Promise<OperationOutput<'splitTurn'>> {
  if ((step === undefined) === (call === undefined))
    throw new SpillwayError('invalid_input', 'Give exactly one of `step` and `call`.')
  const where = { step, call, title, prompt, byHand: true }
  return reshape(services, caller, id, (turn) =>
    services.store.write.splitTurn({ turn, newId: newId('t'), ...where, at: services.now() }),
  )
}

/** Takes the next turn into this one. */
export async function mergeTurns(
  services: Services,
  caller: Caller,
  { id }: OperationArgs<'mergeTurns'>,
): Promise<OperationOutput<'mergeTurns'>> {
  return reshape(services, caller, id, (turn) =>
    services.store.write.mergeTurns({ turn, at: services.now() }),
  )
}

/**
 * Changes where a turn (and with it the one after it) begins or ends, while its session begins no step.
 * @throws SpillwayError `conflict` where a call of theirs is under way, or what the agent may read now hangs on them
 */
export async function reshape<T>(
  services: Services,
  caller: Caller,
  id: string,
  work: (turn: string) => Promise<T>,
): Promise<T> {
  const turn = await getTurn(services, caller, { id })
  const { client, turnList } = await getSession(services, caller, { id: turn.session })
  const next = turnList.find(({ number }) => number === turn.number + 1)
  assertNotIsolated(services, [turn, ...(next ? [next] : [])])
  const session = await services.sessions.byId(client ?? ADMIN, turn.session)
  return session.reshape([turn.id, ...(next ? [next.id] : [])], () => work(turn.id))
}

/** Under turn isolation an agent would lose sight of what it was just given. */
function assertNotIsolated(services: Services, turns: readonly Turn[]): void {
  if (effectivePolicy(services.config().policy).isolation !== 'turn') return
  const open = turns.find(({ endedAt }) => endedAt === null)
  if (!open) return
  throw new SpillwayError(
    'conflict',
    `Turn ${open.number} has not ended, and under turn isolation it decides what its agent may read.`,
    'Start the next turn first.',
  )
}
