import { Dialog } from '@base-ui/react/dialog'
import { useId, useState } from 'react'
import type { ToolRule } from '../../../../shared/config.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogButtons, ModalDialog } from '../../../ui/dialog.tsx'
import field from '../../../ui/field.module.css'
import { counted } from '../../../ui/format.ts'
import { useSettings } from '../use-settings.ts'
import { toolsOf } from './known-tools.ts'
import { changesTo, draftOf, ruleOf } from './rule-draft.ts'
import styles from './rule-dialog.module.css'
import { RULE_FIELDS } from './rule-fields.ts'
import { RuleInput } from './rule-input.tsx'

interface RuleProps {
  /** Null: a new one. */
  glob: string | null
  rule: ToolRule
  /** The globs of the other rules. */
  others: readonly string[]
  tools: readonly string[]
  onClose: () => void
}

/** One rule: which tools, and what is different for them. Nothing that is wrong can be saved. */
export function RuleDialog({ glob: before, rule: written, others, tools, onClose }: RuleProps) {
  const { set } = useSettings()
  const id = useId()
  const [draft, setDraft] = useState(draftOf(before ?? '', written))
  const { rule, faults } = ruleOf(draft)
  const glob = draft.glob.trim()
  const matching = glob === '' ? [] : toolsOf(glob, tools)
  const taken = others.includes(glob)
  const save = async () => {
    if (rule !== null && !taken && (await set(changesTo(before, glob, rule)))) onClose()
  }
  return (
    <ModalDialog
      title={before === null ? 'New rule' : `Rule for ${before}`}
      about="What is left as usual comes from the policy above, or from another rule."
      className={styles['dialog']}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <label className={styles['tools']}>
          Tools
          <input
            className={field['field']}
            value={draft.glob}
            list={`${id}tools`}
            placeholder="fs.read_*"
            aria-invalid={taken}
            spellCheck={false}
            onChange={({ target }) => setDraft({ ...draft, glob: target.value })}
          />
        </label>
        <datalist id={`${id}tools`}>
          {tools.map((tool) => (
            <option key={tool}>{tool}</option>
          ))}
        </datalist>
        <p className={styles['matching']} aria-live="polite" data-wrong={taken}>
          {taken
            ? 'There is a rule for these already.'
            : glob === ''
              ? 'As server.tool; * stands for anything.'
              : matching.length === 0
                ? 'No tool that is known here.'
                : `${counted(matching.length, 'tool')} now: ${matching.join(', ')}`}
        </p>
        <div className={styles['fields']}>
          {RULE_FIELDS.map((one) => (
            <RuleInput
              key={one.key}
              field={one}
              value={draft.fields[one.key] ?? ''}
              fault={faults.get(one.key) ?? null}
              onChange={(value) => setDraft({ ...draft, fields: { ...draft.fields, [one.key]: value } })}
            />
          ))}
        </div>
        <DialogButtons>
          <Dialog.Close render={<Button>Cancel</Button>} />
          <Button type="submit" look="primary" disabled={rule === null || taken}>
            Save
          </Button>
        </DialogButtons>
      </form>
    </ModalDialog>
  )
}
