import { describe, expect, test } from 'vitest'
import { policyConfig } from '../../../src/shared/config.ts'
import { matchesGlob } from '../../../src/shared/glob.ts'
import { effectivePolicy, resolveRule } from '../../../src/main/policy/rule.ts'

describe('the presets', () => {
  test('M1: results over 4096 bytes are stored unless the policy says otherwise', () => {
    const rule = resolveRule(policyConfig.parse({}), 'fs', 'read')
    expect(rule).toMatchObject({
      action: 'auto',
      thresholdBytes: 4096,
      thresholdChars: null,
      media: 'inline',
    })
    expect(resolveRule(policyConfig.parse({ thresholdBytes: 10 }), 'fs', 'read').thresholdBytes).toBe(10)
  })

  test('metnos isolates turns and shows head and tail', () => {
    const policy = effectivePolicy(policyConfig.parse({ preset: 'metnos' }))
    expect(policy).toMatchObject({ isolation: 'turn', previewStyle: 'head-tail', thresholdBytes: 4096 })
  })

  test('amalfa keeps 24 hours and 50 MB', () => {
    const policy = effectivePolicy(policyConfig.parse({ preset: 'amalfa' }))
    expect(policy).toMatchObject({ ttlSeconds: 86_400, maxBytes: 52_428_800, previewStyle: 'terse' })
  })

  test('P3: coding-agent counts 30,000 characters, until a threshold in bytes is set', () => {
    expect(resolveRule(policyConfig.parse({ preset: 'coding-agent' }), null, 'bash').thresholdChars).toBe(
      30_000,
    )
    const explicit = policyConfig.parse({ preset: 'coding-agent', thresholdBytes: 100 })
    expect(resolveRule(explicit, null, 'bash')).toMatchObject({ thresholdBytes: 100, thresholdChars: null })
  })

  test('explicit fields of the policy beat the preset', () => {
    const policy = policyConfig.parse({
      preset: 'metnos',
      isolation: 'session',
      previewStyle: 'terse',
      readMaxChars: 9,
    })
    expect(effectivePolicy(policy)).toMatchObject({
      isolation: 'session',
      previewStyle: 'terse',
      readMaxChars: 9,
    })
  })
})

describe('rules per tool', () => {
  test('the most specific glob wins, field by field, wherever it stands', () => {
    const policy = policyConfig.parse({
      tools: {
        'fs.read_text': { thresholdBytes: 3 },
        'fs.*': { thresholdBytes: 1, ttlSeconds: 60 },
        'fs.read_*': { thresholdBytes: 2, previewTokens: 99 },
      },
    })
    expect(resolveRule(policy, 'fs', 'read_text')).toMatchObject({
      thresholdBytes: 3,
      ttlSeconds: 60,
      previewTokens: 99,
    })
    expect(resolveRule(policy, 'fs', 'read_x')).toMatchObject({ thresholdBytes: 2, ttlSeconds: 60 })
    expect(resolveRule(policy, 'fs', 'write')).toMatchObject({ thresholdBytes: 1, previewTokens: 400 })
    expect(resolveRule(policy, 'db', 'read_text').thresholdBytes).toBe(4096)
  })

  test('a tool without a server is found by its bare name and by *.tool', () => {
    const rule = (glob: string) =>
      resolveRule(policyConfig.parse({ tools: { [glob]: { action: 'inline' } } }), null, 'fetch').action
    expect(['fetch', 'fe*', '*.fetch', '*'].map(rule)).toEqual(['inline', 'inline', 'inline', 'inline'])
    expect(['web.fetch', 'fs.*', 'fetc'].map(rule)).toEqual(['auto', 'auto', 'auto'])
  })

  test('errors are never offloaded sooner than other results', () => {
    const errorThreshold = (thresholdBytes: number) =>
      resolveRule(policyConfig.parse({ thresholdBytes }), 'a', 'b').errorThresholdBytes
    expect(errorThreshold(10)).toBe(16_384)
    expect(errorThreshold(50_000)).toBe(50_000)
  })

  test('a glob of many stars is answered at once', () => {
    const start = performance.now()
    expect(matchesGlob('*a'.repeat(30) + 'b', 'a'.repeat(5_000))).toBe(false)
    expect(performance.now() - start).toBeLessThan(1_000)
  })
})
