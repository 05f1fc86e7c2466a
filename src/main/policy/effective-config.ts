import type { Config } from '../../shared/config.ts'
import { effectivePolicy } from './rule.ts'

/** The configuration with what its preset says in place of what it leaves open. */
export function effectiveConfig(config: Config): Record<string, unknown> {
  const { action, thresholdBytes, previewTokens, previewStyle, readMaxChars, isolation } = effectivePolicy(
    config.policy,
  )
  const filled = { action, thresholdBytes, previewTokens, previewStyle, readMaxChars, isolation }
  return { ...config, policy: { ...config.policy, ...filled } }
}
