import type { OperationArgs, OperationOutput } from '../../../shared/contract.ts'
import type { ReplayStep } from '../../../shared/contract/replay.ts'
import { replayTurn } from '../replay.ts'
import { type Caller, type Services, visibleTo } from '../services.ts'
import { align } from './align.ts'

/** As long as the list of one replay is. */
const STEPS = 5_000

/** Two turns beside each other, step by step. @throws SpillwayError `not_found` */
export async function compareTurns(
  services: Services,
  caller: Caller,
  { id, with: other }: OperationArgs<'compareTurns'>,
): Promise<OperationOutput<'compareTurns'>> {
  const [left, right] = await Promise.all([
    replayTurn(services, caller, { id, limit: STEPS }),
    replayTurn(services, caller, { id: other, limit: STEPS }),
  ])
  const digests = await services.store.read.callDigests({ turns: [id, other], client: visibleTo(caller) })
  const of = new Map(digests.map((digest) => [digest.id, digest]))
  const keys = (step: ReplayStep) => {
    if (step.kind === 'read')
      return { akin: 'read', alike: ['read', step.mode, step.sought, step.start, step.end].join(' ') }
    const akin = `${step.server ?? ''}.${step.tool}`
    return { akin, alike: `${akin} ${of.get(step.id)?.arguments}` }
  }
  const rows = align(left.steps.map(keys), right.steps.map(keys)).map(([a, b]) => {
    const pair = { left: stepAt(left.steps, a), right: stepAt(right.steps, b) }
    return { ...pair, differs: differences(pair.left, pair.right, of) }
  })
  const side = ({ turns: [turn], sums, clientName }: typeof left) => ({
    turn: turn ?? null,
    sums,
    clientName,
  })
  return { left: side(left), right: side(right), rows }
}

const stepAt = (steps: readonly ReplayStep[], at: number | null): ReplayStep | null =>
  at === null ? null : (steps[at] ?? null)

type Row = OperationOutput<'compareTurns'>['rows'][number]

/** In what the two of a pair differ; null where one stands alone. */
function differences(
  left: ReplayStep | null,
  right: ReplayStep | null,
  digests: ReadonlyMap<string, { arguments: string; result: string | null }>,
): Row['differs'] {
  if (left === null || right === null) return null
  if (left.kind === 'read' || right.kind === 'read')
    return left.kind === 'read' && right.kind === 'read' && sameRead(left, right) ? [] : ['arguments']
  const [a, b] = [digests.get(left.id), digests.get(right.id)]
  return [
    ...(a?.arguments === b?.arguments ? [] : (['arguments'] as const)),
    ...(a?.result === b?.result && left.isError === right.isError && left.cancelled === right.cancelled
      ? []
      : (['result'] as const)),
  ]
}

type Read = Extract<ReplayStep, { kind: 'read' }>

const sameRead = (a: Read, b: Read) =>
  a.mode === b.mode && a.sought === b.sought && a.start === b.start && a.end === b.end
