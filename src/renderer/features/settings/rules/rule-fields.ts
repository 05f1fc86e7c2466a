import type { ToolRule } from '../../../../shared/config.ts'

/** One field of a rule: what it is called, what it does, and how it is set. */
export interface RuleField {
  readonly key: keyof ToolRule
  readonly name: string
  readonly says: string
  readonly input:
    | { readonly kind: 'choice'; readonly choices: readonly string[] }
    | { readonly kind: 'number'; readonly unit: string; readonly least: number }
    | { readonly kind: 'yes-no' }
}

/** All that a rule may set, in the order in which it is decided. */
export const RULE_FIELDS: readonly RuleField[] = [
  {
    key: 'enabled',
    name: 'Looked at',
    says: 'no: results pass untouched, whatever their size.',
    input: { kind: 'yes-no' },
  },
  {
    key: 'action',
    name: 'Action',
    says: 'auto weighs size and tokens; the others are orders.',
    input: { kind: 'choice', choices: ['auto', 'inline', 'offload'] },
  },
  {
    key: 'thresholdBytes',
    name: 'Threshold',
    says: 'A result of more bytes is stored.',
    input: { kind: 'number', unit: 'bytes', least: 0 },
  },
  {
    key: 'media',
    name: 'Images and audio',
    says: 'Delivered as they are, or stored too.',
    input: { kind: 'choice', choices: ['inline', 'offload'] },
  },
  {
    key: 'previewStyle',
    name: 'Preview',
    says: 'auto goes by the kind of content.',
    input: { kind: 'choice', choices: ['auto', 'head-tail', 'terse', 'none'] },
  },
  {
    key: 'previewTokens',
    name: 'Reference and preview',
    says: 'What both may cost together.',
    input: { kind: 'number', unit: 'tokens', least: 1 },
  },
  {
    key: 'ttlSeconds',
    name: 'Kept for',
    says: 'After the last use.',
    input: { kind: 'number', unit: 'seconds', least: 1 },
  },
  {
    key: 'references',
    name: 'References in arguments',
    says: 'Replaced, replaced after you said yes, or left as text.',
    input: { kind: 'choice', choices: ['allow', 'ask', 'off'] },
  },
  {
    key: 'record',
    name: 'Recorded',
    says: 'Arguments and results of its calls.',
    input: { kind: 'yes-no' },
  },
]

/** A rule in words: `threshold 8192 bytes · kept for 3600 seconds`. */
export const ruleWords = (rule: ToolRule): string =>
  RULE_FIELDS.flatMap(({ key, name, input }) => {
    const value = rule[key]
    if (value === undefined) return []
    const unit = input.kind === 'number' ? ` ${input.unit}` : ''
    const said = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
    return [`${name.toLowerCase()} ${said}${unit}`]
  }).join(' · ')
