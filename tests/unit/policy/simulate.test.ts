import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decidedBy } from '../../../src/main/policy/decided-by.ts'
import { planResult } from '../../../src/main/policy/decide.ts'
import { PRESETS } from '../../../src/main/policy/presets.ts'
import type { Rule } from '../../../src/main/policy/rule.ts'
import { decideFacts } from '../../../src/main/policy/simulate/decide-facts.ts'
import { factsOf } from '../../../src/main/policy/simulate/facts.ts'

// Well under or well over what is worth a reference, so that a rounding of the estimate decides nothing.
const text = fc
  .oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 900, max: 4_000 }))
  .map((words) => 'alpha beta 12345 größer '.repeat(Math.ceil(words / 4)))
const block = fc.oneof(
  text.map((text) => ({ type: 'text', text })),
  text.map((text) => ({ type: 'resource', resource: { uri: 'a:b', text } })),
  text.map((text) => ({ type: 'image', mimeType: 'image/png', data: Buffer.from(text).toString('base64') })),
  fc.constant({ type: 'resource_link', uri: 'a:b', name: 'b' }),
)
const result = fc.record(
  {
    content: fc.array(block, { maxLength: 4 }),
    structuredContent: text.map((value) => ({ value, n: 1 })),
    isError: fc.boolean(),
  },
  { requiredKeys: ['content'] },
)
const rule: fc.Arbitrary<Rule> = fc
  .record({
    action: fc.constantFrom('auto', 'offload', 'inline'),
    thresholdBytes: fc.constantFrom(0, 500, 4_096, 20_000, 100_000),
    thresholdChars: fc.constantFrom(null, 500, 30_000),
    media: fc.constantFrom('inline', 'offload'),
    previewStyle: fc.constantFrom('auto', 'none'),
  })
  .map((fields) => ({ ...PRESETS.default, ...fields }))

test('N8: a decision made from facts alone is the one that is made of the result itself', () => {
  fc.assert(
    fc.property(result, rule, (result, rule) => {
      const plan = planResult(result, rule)
      const decision = decideFacts(
        factsOf(result, () => null),
        decidedBy(rule, false),
      )
      const parts = plan.action === 'inline' ? 0 : plan.parts.length
      expect(decision.parts === '' ? 0 : decision.parts.split(',').length).toBe(parts)
      expect(factsOf(result, () => null).rawBytes).toBe(plan.rawBytes)
    }),
    { numRuns: 500 },
  )
})

test('N8: a higher threshold never stores what a lower one leaves inline', () => {
  fc.assert(
    fc.property(result, fc.constantFrom(500, 2_000, 9_000, 30_000), (result, low) => {
      const facts = factsOf(result, () => null)
      const stored = (thresholdBytes: number) =>
        decideFacts(facts, decidedBy({ ...PRESETS.default, thresholdBytes, media: 'offload' }, false))
          .parts !== ''
      if (stored(low * 2)) expect(stored(low)).toBe(true)
    }),
  )
})
