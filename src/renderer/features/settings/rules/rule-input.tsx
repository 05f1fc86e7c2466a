import field from '../../../ui/field.module.css'
import styles from './rule-dialog.module.css'
import type { RuleField } from './rule-fields.ts'

interface InputProps {
  field: RuleField
  /** '' is as usual. */
  value: string
  fault: string | null
  onChange: (value: string) => void
}

const YES_NO = [
  ['true', 'yes'],
  ['false', 'no'],
] as const

/** One field of a rule, as usual until it is set. */
export function RuleInput({ field: { name, says, input }, value, fault, onChange }: InputProps) {
  const choices =
    input.kind === 'choice'
      ? input.choices.map((one) => [one, one] as const)
      : input.kind === 'yes-no'
        ? YES_NO
        : null
  return (
    <label className={styles['field']} data-set={value !== ''}>
      <span>
        <strong>{name}</strong>
        <small>{fault ?? says}</small>
      </span>
      {choices === null ? (
        <input
          className={field['field']}
          inputMode="numeric"
          value={value}
          placeholder="as usual"
          aria-invalid={fault !== null}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <select className={field['field']} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">as usual</option>
          {choices.map(([key, word]) => (
            <option key={key} value={key}>
              {word}
            </option>
          ))}
        </select>
      )}
      <em>{input.kind === 'number' ? input.unit : ''}</em>
    </label>
  )
}
