import type { Config } from '../../shared/config.ts'
import type { ContentKind } from '../../shared/entry.ts'
import { effectivePolicy, type Rule } from './rule.ts'

/** How long a stored result lives after its last use, and by which tier. */
export interface Life {
  readonly tier: 'turn' | 'session'
  readonly seconds: number
}

/**
 * The life of a result (A13): what its caller asked for, else what the tool's rule says, else its kind of content, else the preset,
 * else its tier, which is `turn` under turn isolation.
 */
export function lifeOf(
  { policy, retention }: Pick<Config, 'policy' | 'retention'>,
  rule: Rule,
  kind: ContentKind,
  wished: number | undefined,
): Life {
  const preset = effectivePolicy(policy)
  const tier = preset.isolation === 'turn' ? 'turn' : 'session'
  const usual = tier === 'turn' ? retention.turnTtlSeconds : retention.sessionTtlSeconds
  const seconds = wished ?? rule.ttlSeconds ?? retention.kinds[kind] ?? preset.ttlSeconds ?? usual
  return { tier, seconds }
}
