import type { PolicyConfig } from '../../shared/config.ts'
import type { PolicyChange } from '../../shared/contract/simulate.ts'
import type { OperationArgs, OperationOutput } from '../../shared/contract.ts'
import { type Asked, type Caller, type Services, visibleTo } from './services.ts'
import { sessionFilter } from './session-of.ts'

const [FIRST, LAST, POINTS] = [256, 1_048_576, 25]

/** Evenly spread over magnitudes: between 300 and 400 bytes as much happens as between 300 and 400 KB. */
const THRESHOLDS = Array.from({ length: POINTS }, (_, step) =>
  Math.round(FIRST * (LAST / FIRST) ** (step / (POINTS - 1))),
)

/** What recorded calls would have cost under another policy (N8). */
export async function simulate(
  services: Services,
  caller: Caller,
  { session, turn, from, to, policy = {}, thresholds = THRESHOLDS, transfer }: OperationArgs<'simulate'>,
  { signal }: Asked,
): Promise<OperationOutput<'simulate'>> {
  const current = services.config().policy
  const moment = (time: string | undefined) => (time === undefined ? null : Date.parse(time))
  const order = {
    scope: {
      client: visibleTo(caller),
      session: (await sessionFilter(services, caller, session)) ?? null,
      turn: turn ?? null,
      from: moment(from),
      to: moment(to),
    },
    current,
    policy: laidOver(current, policy),
    thresholds,
  }
  return services.transfers.track(caller.client, transfer, signal, (watcher) =>
    services.simulator.simulate(order, watcher),
  )
}

/** @param given what differs; a preset is meant as a whole, without what is set beside the one in force */
export function laidOver(current: PolicyConfig, given: PolicyChange): PolicyConfig {
  const { preset } = given
  if (preset === undefined) return { ...current, ...given }
  return {
    ...given,
    preset,
    tools: given.tools ?? current.tools,
    hideToolsUntilOffload: current.hideToolsUntilOffload,
  }
}
