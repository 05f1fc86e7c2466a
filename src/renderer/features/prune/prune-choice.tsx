import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { useId } from 'react'
import styles from './prune-dialog.module.css'
import { AGES } from './what.ts'
import type { What } from './what.ts'

const CHOICES = [
  { by: 'age', name: 'Last used longer ago than' },
  { by: 'tool', name: 'From one tool' },
  { by: 'all', name: 'Everything' },
] as const

/** By age, by tool, or all. */
export function PruneChoice({ what, onChange }: { what: What; onChange: (what: What) => void }) {
  const id = useId()
  return (
    <RadioGroup
      className={styles['choices']}
      value={what.by}
      onValueChange={(by: What['by']) => onChange({ ...what, by })}
      aria-label="What to remove"
    >
      {CHOICES.map(({ by, name }) => (
        <div key={by} className={styles['choice']}>
          <Radio.Root id={`${id}${by}`} value={by} className={styles['radio']}>
            <Radio.Indicator className={styles['dot']} />
          </Radio.Root>
          <label htmlFor={`${id}${by}`}>{name}</label>
          {by === 'age' && (
            <select
              aria-label="Age"
              value={what.seconds}
              onChange={({ target }) => onChange({ ...what, by: 'age', seconds: Number(target.value) })}
            >
              {AGES.map(({ name, seconds }) => (
                <option key={seconds} value={seconds}>
                  {name}
                </option>
              ))}
            </select>
          )}
          {by === 'tool' && (
            <input
              aria-label="Tool"
              placeholder="fs.read_*"
              value={what.tool}
              spellCheck={false}
              onChange={({ target }) => onChange({ ...what, by: 'tool', tool: target.value })}
            />
          )}
        </div>
      ))}
    </RadioGroup>
  )
}
