import { RotateCcw } from 'lucide-react'
import type { OperationOutput } from '../../../shared/contract.ts'
import { Button } from '../../ui/button.tsx'
import field from '../../ui/field.module.css'
import { Hint } from '../../ui/hint.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { Field } from './fields.ts'
import { NumberInput } from './number-input.tsx'
import styles from './settings-view.module.css'
import { useSettings } from './use-settings.ts'
import { valueAt } from './value-at.ts'

interface RowProps {
  field: Field
  config: OperationOutput<'getConfig'>
}

/** One value: what it is called, what it does, and the value in force, which is the default's unless it was set. */
export function FieldRow({ field: { path, name, says, input }, config }: RowProps) {
  const { set } = useSettings()
  const written = valueAt(config.config, path)
  const value = valueAt(config.effective, path)
  const preset = valueAt(config.config, ['policy', 'preset'])
  const fromPreset = path[0] === 'policy' && preset !== undefined && preset !== 'default'
  const change = (to: unknown) => set([{ path: [...path], ...(to !== undefined && { value: to }) }])
  return (
    <div className={styles['row']} data-set={written !== undefined}>
      <div className={styles['words']}>
        <strong>{name}</strong>
        <p>{says}</p>
      </div>
      <div className={styles['value']}>
        {input.kind === 'switch' && (
          <Switch label={name} checked={value === true} onChange={(on) => void change(on)} />
        )}
        {input.kind === 'choice' && (
          <select
            className={field['field']}
            aria-label={name}
            value={String(value)}
            onChange={({ target }) => void change(target.value)}
          >
            {input.choices.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        )}
        {input.kind === 'number' && (
          <NumberInput
            key={String(value)}
            label={name}
            unit={input.unit}
            value={typeof value === 'number' ? value : null}
            onChange={change}
          />
        )}
      </div>
      {written === undefined ? (
        <span className={styles['default']}>{fromPreset ? 'preset' : 'default'}</span>
      ) : (
        <Hint text="Back to the default">
          <Button
            look="quiet"
            aria-label={`${name} back to the default`}
            onClick={() => void change(undefined)}
          >
            <RotateCcw size={13} aria-hidden />
          </Button>
        </Hint>
      )}
    </div>
  )
}
