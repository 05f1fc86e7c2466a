import { expect, test } from 'vitest'
import { lifeOf } from '../../../src/main/policy/life.ts'
import { storeLimits } from '../../../src/main/policy/limits.ts'
import { resolveRule } from '../../../src/main/policy/rule.ts'
import { config } from '../../../src/shared/config.ts'

const MIB = 1024 * 1024

test('A6: the cap of the amalfa preset counts where it is the lower one', () => {
  const amalfa = { policy: { preset: 'amalfa' as const } }
  expect(storeLimits(config.parse(amalfa))).toEqual({
    maxBytes: 50 * MIB,
    lowWaterBytes: 45 * MIB,
    hardMaxBytes: 100 * MIB,
  })
  expect(storeLimits(config.parse({ ...amalfa, retention: { maxBytes: 10 * MIB } })).maxBytes).toBe(10 * MIB)
  expect(storeLimits(config.parse({ retention: { maxBytes: 100, hardMaxBytes: 10 } })).hardMaxBytes).toBe(100)
})

test('A13: the more particular life wins', () => {
  const { policy, retention } = config.parse({
    policy: { preset: 'amalfa', tools: { 'ci.*': { ttlSeconds: 60 } } },
    retention: { kinds: { log: 120 } },
  })
  const life = (server: string, kind: 'log' | 'json', wished?: number) =>
    lifeOf({ policy, retention }, resolveRule(policy, server, 'run'), kind, wished).seconds
  expect([life('ci', 'log', 5), life('ci', 'log'), life('fs', 'log'), life('fs', 'json')]).toEqual([
    5, 60, 120, 86_400,
  ])
  const plain = config.parse({ policy: { isolation: 'turn' } })
  expect(lifeOf(plain, resolveRule(plain.policy, 'fs', 'run'), 'json', undefined)).toEqual({
    tier: 'turn',
    seconds: 3_600,
  })
})
