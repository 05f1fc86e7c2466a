import type { PolicyConfig, ToolRule } from '../../shared/config.ts'
import { compareSpecificity, matchesGlob } from '../../shared/glob.ts'
import { PRESETS, type Preset } from './presets.ts'

/** What the policy says about one tool, everything filled in. */
export interface Rule {
  /** `auto` weighs size and tokens; the others are orders. */
  readonly action: 'auto' | 'inline' | 'offload'
  /** A payload of more bytes than this is offloaded. */
  readonly thresholdBytes: number
  /** Where set, text is measured by this instead, in code points. */
  readonly thresholdChars: number | null
  /** What reference and preview may cost together, in o200k tokens. */
  readonly previewTokens: number
  readonly previewStyle: 'auto' | 'head-tail' | 'terse' | 'none'
  /** What the tool's own rule says; null: kind of content, preset and tier decide how long an entry lives. */
  readonly ttlSeconds: number | null
  readonly record: boolean
  /** Whether images and audio may be offloaded. */
  readonly media: 'inline' | 'offload'
  /** Whether references in its arguments are resolved; null: by what the tool says of itself. */
  readonly references: 'allow' | 'ask' | 'off' | null
  /** False: results of this tool pass untouched. */
  readonly enabled: boolean
  /** Error results stay inline up to this many bytes: an agent should see at once what went wrong. */
  readonly errorThresholdBytes: number
}

/** Every call asks, and a policy never changes: another one takes its place. */
const known = new WeakMap<PolicyConfig, Map<string, Rule>>()
/** Over HTTP whoever asks names the tool. */
const MOST_KNOWN = 1_000

/**
 * The rule for one tool: preset, then the policy's own fields, then every matching entry of `policy.tools`.
 *
 * Globs are matched against `server.tool`; a tool without a server (`null`, as over HTTP) is known by its bare name
 * and as `.tool`, so that `*.tool` finds it too. All matching globs apply, field by field, and for each field the
 * most specific one wins: the glob with more literal characters, then the one with fewer stars, then the later one.
 * An explicit `thresholdBytes` replaces a preset's threshold in characters.
 */
export function resolveRule(policy: PolicyConfig, server: string | null, tool: string): Rule {
  const key = `${server ?? ''}\0${tool}`
  const rules = known.get(policy) ?? new Map<string, Rule>()
  const found = rules.get(key)
  if (found) return found
  const rule = makeRule(policy, server, tool)
  if (rules.size >= MOST_KNOWN) rules.clear()
  known.set(policy, rules.set(key, rule))
  return rule
}

function makeRule(policy: PolicyConfig, server: string | null, tool: string): Rule {
  const {
    readMaxChars: _read,
    isolation: _isolation,
    maxBytes: _maxBytes,
    ...usual
  } = effectivePolicy(policy)
  const rule: Rule = { ...usual, ttlSeconds: null }
  const names = namesForGlobs(server, tool)
  return Object.entries(policy.tools)
    .filter(([glob]) => names.some((name) => matchesGlob(glob, name)))
    .sort(([a], [b]) => compareSpecificity(a, b))
    .reduce<Rule>((merged, [, override]) => overridden(merged, override), rule)
}

/** What globs on `server.tool` are matched against; see `resolveRule`. */
export const namesForGlobs = (server: string | null, tool: string): readonly string[] =>
  server === null ? [tool, `.${tool}`] : [`${server}.${tool}`]

/** The policy as a whole, everything filled in: the fields of its preset, replaced by those that are set explicitly. */
export function effectivePolicy(policy: PolicyConfig): Preset {
  const preset = PRESETS[policy.preset]
  return {
    ...preset,
    ...overridden(preset, policy),
    readMaxChars: policy.readMaxChars ?? preset.readMaxChars,
    isolation: policy.isolation ?? preset.isolation,
  }
}

function overridden(rule: Rule, by: ToolRule): Rule {
  const thresholdBytes = by.thresholdBytes ?? rule.thresholdBytes
  return {
    action: by.action ?? rule.action,
    thresholdBytes,
    thresholdChars: by.thresholdBytes === undefined ? rule.thresholdChars : null,
    previewTokens: by.previewTokens ?? rule.previewTokens,
    previewStyle: by.previewStyle ?? rule.previewStyle,
    ttlSeconds: by.ttlSeconds ?? rule.ttlSeconds,
    record: by.record ?? rule.record,
    media: by.media ?? rule.media,
    enabled: by.enabled ?? rule.enabled,
    references: by.references ?? rule.references,
    // A threshold above the usual allowance for errors lifts it: an error is never offloaded sooner than a success.
    errorThresholdBytes: Math.max(rule.errorThresholdBytes, thresholdBytes),
  }
}
