import { z } from 'zod'
import { policyAction, policyConfig, previewStyle, toolRule } from '../config.ts'
import { time } from '../entry.ts'
import { tokenTotals } from './figures.ts'
import { operation } from './operation.ts'

const count = z.int().min(0)

/** What differs from a policy. Not `policyConfig.partial()`: that would fill in the defaults. */
export const policyChange = z.strictObject({
  preset: policyConfig.shape.preset.unwrap().optional(),
  action: policyAction.optional(),
  thresholdBytes: z.int().min(0).optional(),
  previewTokens: z.int().positive().optional(),
  previewStyle: previewStyle.optional(),
  /** Rules by glob on `server.tool`, all of them. */
  tools: z.record(z.string(), toolRule).optional(),
})
export type PolicyChange = z.infer<typeof policyChange>

/** What recorded calls come to under a policy. */
export const simulatedFigures = z.object({
  calls: count,
  offloaded: count,
  /** Stored now and inline then: there are no reads of these to go by. */
  newlyOffloaded: count,
  newlyInline: count,
  /** Calls whose delivered tokens are estimated: such a reference was never made. */
  estimated: count,
  /** Nothing in these figures is estimated or unknown. */
  exact: z.boolean(),
  /** `reread` has the recorded reads of what is still stored, `net` is `raw - delivered - reread`. */
  tokens: tokenTotals,
  /** If all of what is newly stored were read back whole. */
  rereadAtMost: z.int(),
  netAtLeast: z.int(),
})
export type SimulatedFigures = z.infer<typeof simulatedFigures>

export const simulation = z.object({
  calls: count,
  /** Older calls that were left out: 100,000 at most are looked at. */
  omitted: count,
  /** Of the simulated policy, and of the one in force. */
  thresholdBytes: count,
  currentThresholdBytes: count,
  recorded: simulatedFigures,
  simulated: simulatedFigures,
  /** Tokens without Spillway: every result whole, nothing read again. */
  raw: z.int(),
  byTool: z.array(z.object({ tool: z.string(), recorded: simulatedFigures, simulated: simulatedFigures })),
  /** The simulated policy with other thresholds. */
  curve: z.array(simulatedFigures.extend({ thresholdBytes: count })),
})
export type Simulation = z.infer<typeof simulation>

export const simulateOperations = {
  simulate: operation({
    method: 'POST',
    path: '/simulate',
    access: 'client',
    summary:
      'What recorded calls would have cost under another policy, beside what they did cost, over thresholds and per tool.',
    input: z.strictObject({
      session: z.string().max(256).optional(),
      turn: z.string().max(256).optional(),
      from: time.optional(),
      to: time.optional(),
      /** Laid over the policy in force; with `preset`, over that preset alone. Left out: the policy in force. */
      policy: policyChange.optional(),
      /** Bytes, for the curve; 24 from 256 B to 1 MiB where left out. */
      thresholds: z.array(z.int().min(0).max(1_073_741_824)).max(64).optional(),
      /** A name to ask for its progress by: `GET /transfers/:id`. */
      transfer: z.string().max(64).optional(),
    }),
    output: simulation,
  }),
}
