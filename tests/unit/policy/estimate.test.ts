import { readFileSync } from 'node:fs'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { estimateTokens } from '../../../src/main/policy/estimate.ts'

const file = (path: string) =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8').slice(0, 50_000)
const samples: [string, string][] = [
  ['TypeScript', file('src/shared/contract.ts')],
  ['JSON', file('package-lock.json')],
  ['prose', file('LICENSE')],
  ['Japanese', '今日は天気がとても良いので、散歩に行きました。古い友人に会いました。'.repeat(60)],
  [
    'a log',
    Array.from(
      { length: 300 },
      (_, i) => `2026-11-21T10:00:${i % 60} INFO request ${i} done in ${i % 93} ms`,
    ).join('\n'),
  ],
  ['one letter', 'x'.repeat(4_097)],
  ['blanks', ' '.repeat(9_000)],
]

describe('the estimate of tokens', () => {
  test.each(samples)('is within a third of the exact count for %s', (_, text) => {
    const exact = countTokens(text)
    expect(estimateTokens(text)).toBeGreaterThan(exact * 0.67)
    expect(estimateTokens(text)).toBeLessThan(exact * 1.4)
  })

  test('does not grow with the text', () => {
    const text = file('src/shared/contract.ts').repeat(2_000)
    estimateTokens(text)
    const start = performance.now()
    estimateTokens(text)
    expect(performance.now() - start).toBeLessThan(20)
  })
})
