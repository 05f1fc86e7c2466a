import { toolRule } from '../../../../shared/config.ts'
import type { ToolRule } from '../../../../shared/config.ts'
import type { OperationInput } from '../../../../shared/contract.ts'
import { RULE_FIELDS } from './rule-fields.ts'
import type { RuleField } from './rule-fields.ts'

type Changes = OperationInput<'editConfig'>['changes']

/** A rule as it is being written: every field as text, '' where it is as usual. */
export interface RuleDraft {
  readonly glob: string
  readonly fields: Readonly<Record<string, string>>
}

export const draftOf = (glob: string, rule: ToolRule): RuleDraft => ({
  glob,
  fields: Object.fromEntries(Object.entries(rule).map(([key, value]) => [key, String(value)])),
})

/** The rule that a draft stands for, or what is wrong with it, by field (`glob` too). */
export function ruleOf({ glob, fields }: RuleDraft): { rule: ToolRule | null; faults: Map<string, string> } {
  const written = new Map(
    RULE_FIELDS.map(({ key, input }) => [key, valueOf(input, (fields[key] ?? '').trim())] as const).filter(
      ([, value]) => value !== undefined,
    ),
  )
  const parsed = toolRule.safeParse(Object.fromEntries(written))
  const issues = parsed.error?.issues ?? []
  const faults = new Map(issues.map(({ path }) => [String(path[0]), 'a whole number that is large enough']))
  if (glob.trim() === '') faults.set('glob', 'which tools')
  else if (written.size === 0) faults.set('fields', 'what is different for them')
  return { rule: faults.size === 0 && parsed.success ? parsed.data : null, faults }
}

/** Undefined where it is as usual; a number that is none stays text, which the schema then refuses. */
function valueOf({ kind }: RuleField['input'], text: string): string | number | boolean | undefined {
  if (text === '') return undefined
  if (kind === 'yes-no') return text === 'true'
  return kind === 'number' && /^\d+$/.test(text) ? Number(text) : text
}

/** What makes the file say so. Field by field, so that comments inside a rule stay. */
export function changesTo(before: string | null, glob: string, rule: ToolRule): Changes {
  const path = ['policy', 'tools', glob]
  const fields = RULE_FIELDS.map(({ key }) => ({
    path: [...path, key],
    ...(rule[key] !== undefined && { value: rule[key] }),
  }))
  const renamed = before !== null && before !== glob ? [{ path: ['policy', 'tools', before] }] : []
  return [...renamed, ...fields.filter((change) => 'value' in change || before === glob)]
}
