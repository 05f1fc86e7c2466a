import { SpillwayError } from '../../shared/errors.ts'
import type { OperationArgs, OperationOutput } from '../../shared/contract.ts'
import { carryOutPrune } from './carry-out-prune.ts'
import { ADMIN, type Caller, type Services, visibleTo } from './services.ts'
import { sessionFilter } from './session-of.ts'

export function createSession(
  services: Services,
  caller: Caller,
  { project }: OperationArgs<'createSession'>,
): Promise<OperationOutput<'createSession'>> {
  const { client, clientName } = caller
  const origin = { client, clientName, projectPath: project ?? caller.projectPath, transport: 'api' as const }
  return services.sessions.start(origin).then((session) => session.info)
}

export async function getSession(
  services: Services,
  caller: Caller,
  { id }: OperationArgs<'getSession'>,
): Promise<OperationOutput<'getSession'>> {
  const found = await services.store.read.session({
    id: (await sessionFilter(services, caller, id)) ?? id,
    client: visibleTo(caller),
  })
  if (!found) throw new SpillwayError('not_found', `There is no session ${id}.`)
  return found
}

/** Removes all that a session stored, pins too: whoever names it means it (P9). */
export async function deleteSession(
  services: Services,
  caller: Caller,
  { id }: OperationArgs<'deleteSession'>,
): Promise<OperationOutput<'deleteSession'>> {
  const { id: session } = await getSession(services, caller, { id })
  return carryOutPrune(services, {
    client: visibleTo(caller),
    session,
    all: true,
    sessionScopeOnly: true,
    evenPinned: true,
    why: 'session deleted',
  })
}

/** Starts a turn in one of the caller's sessions; the admin may start one in anybody's. */
export async function startTurn(
  services: Services,
  caller: Caller,
  { session: id, prompt }: OperationArgs<'startTurn'>,
): Promise<OperationOutput<'startTurn'>> {
  const owner =
    caller.client === ADMIN
      ? ((await services.store.read.session({ id, client: null }))?.client ?? ADMIN)
      : caller.client
  const { clientName, projectPath } = caller
  const session = await services.sessions.resolve(
    { client: owner, clientName, projectPath, transport: 'api' },
    id,
  )
  const turn = await session.startTurn(prompt ?? null)
  await services.retention.run()
  return turn
}

export async function getTurn(
  services: Services,
  caller: Caller,
  { id }: OperationArgs<'getTurn'>,
): Promise<OperationOutput<'getTurn'>> {
  const found = await services.store.read.turn({ id, client: visibleTo(caller) })
  if (!found) throw new SpillwayError('not_found', `There is no turn ${id}.`)
  return found
}
