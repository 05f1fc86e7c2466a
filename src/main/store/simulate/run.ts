import type { Database } from 'better-sqlite3'
import type { PolicyConfig } from '../../../shared/config.ts'
import type { SimulatedFigures, Simulation } from '../../../shared/contract/simulate.ts'
import { effectivePolicy } from '../../policy/rule.ts'
import {
  addOutcome,
  type Fill,
  fillOf,
  noFigures,
  type Outcome,
  outcomeOf,
  type Simulated,
} from '../../policy/simulate/simulate.ts'
import { type FactsMemory, pastCalls, rulesOf, type ScopedCall } from './past-calls.ts'
import { assertWanted, type Pace } from './pace.ts'
import type { SimulateOrder } from './protocol.ts'

const MOST_TOOLS = 200

/** Holds a policy against recorded calls: what it would have cost, beside what it did cost and what nothing would have. */
export function simulate(
  db: Database,
  { scope, current, policy, thresholds, pace }: SimulateOrder & { pace: Pace },
  memory: FactsMemory,
): Simulation {
  // One that waited for others may be wanted no more.
  assertWanted(pace)
  const { calls, omitted, otherReads } = pastCalls(db, scope, current, memory, pace)
  const fill = fillOf(calls)
  const chosen = effectivePolicy(policy).thresholdBytes
  const at = effectivePolicy(current).thresholdBytes
  const points = [...new Set([...thresholds, chosen, at])].toSorted((a, b) => a - b)
  const recorded = sum(calls, asRecorded)
  return {
    calls: calls.length,
    omitted,
    thresholdBytes: chosen,
    currentThresholdBytes: at,
    recorded: figuresOf(recorded, otherReads),
    simulated: figuresOf(underPolicy(calls, policy, fill), otherReads),
    raw: recorded.raw,
    byTool: byTool(calls, policy, fill),
    curve: points.map((thresholdBytes) => {
      assertWanted(pace)
      const figures = underPolicy(calls, { ...policy, thresholdBytes }, fill)
      return { thresholdBytes, ...figuresOf(figures, otherReads) }
    }),
  }
}

const asRecorded = (call: ScopedCall): Outcome => ({
  offloaded: call.offloaded,
  delivered: call.tokensDelivered,
  reread: call.tokensReread,
  rereadAtMost: call.tokensReread,
  estimated: false,
})

function underPolicy(calls: readonly ScopedCall[], policy: PolicyConfig, fill: Fill): Simulated {
  const rules = rulesOf(policy)
  return sum(calls, (call) => outcomeOf(call, rules(call.server, call.name), fill))
}

function sum(calls: readonly ScopedCall[], outcome: (call: ScopedCall) => Outcome): Simulated {
  const figures = noFigures()
  for (const call of calls) addOutcome(figures, call, outcome(call))
  return figures
}

/** The tools with the most tokens. */
function byTool(calls: readonly ScopedCall[], policy: PolicyConfig, fill: Fill): Simulation['byTool'] {
  const rules = rulesOf(policy)
  const tools = new Map<string, { recorded: Simulated; simulated: Simulated }>()
  for (const call of calls) {
    const of = tools.get(call.tool) ?? { recorded: noFigures(), simulated: noFigures() }
    tools.set(call.tool, of)
    addOutcome(of.recorded, call, asRecorded(call))
    addOutcome(of.simulated, call, outcomeOf(call, rules(call.server, call.name), fill))
  }
  return [...tools]
    .map(([tool, { recorded, simulated }]) => ({
      tool,
      recorded: figuresOf(recorded, 0),
      simulated: figuresOf(simulated, 0),
    }))
    .toSorted((a, b) => b.recorded.tokens.raw - a.recorded.tokens.raw)
    .slice(0, MOST_TOOLS)
}

/** @param otherReads what is read all the same, whatever the policy */
function figuresOf(figures: Simulated, otherReads: number): SimulatedFigures {
  const { calls, offloaded, newlyOffloaded, newlyInline, estimated, raw, delivered } = figures
  const reread = figures.reread + otherReads
  const rereadAtMost = figures.rereadAtMost + otherReads
  return {
    calls,
    offloaded,
    newlyOffloaded,
    newlyInline,
    estimated,
    exact: estimated === 0 && newlyOffloaded === 0,
    tokens: { raw, delivered, reread, net: raw - delivered - reread },
    rereadAtMost,
    netAtLeast: raw - delivered - rereadAtMost,
  }
}
