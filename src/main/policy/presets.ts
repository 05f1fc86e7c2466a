import type { PolicyConfig } from '../../shared/config.ts'
import type { Rule } from './rule.ts'

/** What applies to a whole daemon or session rather than to one tool. */
export interface Preset extends Rule {
  /** The most characters that one read may return. */
  readonly readMaxChars: number
  readonly isolation: 'session' | 'turn'
  /** Null: `retention.maxBytes` of the configuration decides; else the lower of the two. */
  readonly maxBytes: number | null
}

const KIB = 1024

const standard: Preset = {
  action: 'auto',
  thresholdBytes: 4 * KIB,
  thresholdChars: null,
  previewTokens: 400,
  previewStyle: 'auto',
  ttlSeconds: null,
  record: true,
  media: 'inline',
  enabled: true,
  references: null,
  errorThresholdBytes: 16 * KIB,
  readMaxChars: 30_000,
  isolation: 'session',
  maxBytes: null,
}

/** The habits of the systems that Spillway takes the place of, each under its own name. */
export const PRESETS: Readonly<Record<PolicyConfig['preset'], Preset>> = {
  default: standard,
  metnos: { ...standard, previewStyle: 'head-tail', isolation: 'turn' },
  amalfa: { ...standard, previewStyle: 'terse', ttlSeconds: 86_400, maxBytes: 50 * KIB * KIB },
  // Counted in characters, as its users know it; what is not text falls back to bytes.
  'coding-agent': { ...standard, thresholdBytes: 30_000, thresholdChars: 30_000 },
}
