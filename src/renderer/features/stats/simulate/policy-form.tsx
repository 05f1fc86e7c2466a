import { useState } from 'react'
import type { OperationOutput } from '../../../../shared/contract.ts'
import type { PolicyChange, Simulation } from '../../../../shared/contract/simulate.ts'
import { Button } from '../../../ui/button.tsx'
import field from '../../../ui/field.module.css'
import { NumberInput } from '../../settings/number-input.tsx'
import { Writes } from '../../share/read-only.tsx'
import { ApplyDialog } from './apply-dialog.tsx'
import { changesOf, recordOf } from './draft.ts'
import styles from './simulator.module.css'

type Config = OperationOutput<'getConfig'>

interface FormProps {
  draft: PolicyChange
  simulation: Simulation | undefined
  /** Undefined for whoever may not see it: then nothing can be applied. */
  config: Config | undefined
  onChange: (draft: PolicyChange) => void
}

const PRESETS = ['default', 'metnos', 'amalfa', 'coding-agent'] as const
const STYLES = ['auto', 'head-tail', 'terse', 'none'] as const

const textOf = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)

/** The policy that is tried: what is not touched is that of now, or the preset's where another one is chosen. */
export function PolicyForm({ draft, simulation, config, onChange }: FormProps) {
  const [asked, setAsked] = useState(false)
  const now = recordOf(config?.effective['policy'])
  const ownPreset = draft.preset !== undefined
  const changes = config === undefined ? [] : changesOf(draft, config)
  const taken = (change: PolicyChange) => {
    onChange({ ...draft, ...change })
    return Promise.resolve(true)
  }
  const tokens = draft.previewTokens ?? (ownPreset ? null : Number(now['previewTokens']) || null)
  const threshold = simulation?.thresholdBytes ?? null
  return (
    <fieldset className={styles['form']} aria-label="Policy to try">
      <label>
        Preset
        <select
          className={field['field']}
          value={draft.preset ?? textOf(now['preset'], 'default')}
          // Its own values are looked at first.
          onChange={({ target }) => onChange({ preset: PRESETS.find((one) => one === target.value) })}
        >
          {PRESETS.map((preset) => (
            <option key={preset}>{preset}</option>
          ))}
        </select>
      </label>
      <div className={styles['number']}>
        Threshold
        <NumberInput
          key={`threshold ${threshold}`}
          label="Threshold"
          unit="bytes"
          value={threshold}
          onChange={(thresholdBytes) => taken({ thresholdBytes })}
        />
      </div>
      <div className={styles['number']}>
        Preview
        <NumberInput
          key={`preview ${tokens}`}
          label="Preview budget"
          unit="tokens"
          value={tokens}
          onChange={(previewTokens) =>
            previewTokens > 0 ? taken({ previewTokens }) : Promise.resolve(false)
          }
        />
      </div>
      <label>
        Style
        <select
          className={field['field']}
          value={draft.previewStyle ?? (ownPreset ? '' : textOf(now['previewStyle'], 'auto'))}
          onChange={({ target }) =>
            onChange({ ...draft, previewStyle: STYLES.find((one) => one === target.value) })
          }
        >
          {ownPreset && <option value="">the preset’s</option>}
          {STYLES.map((style) => (
            <option key={style}>{style}</option>
          ))}
        </select>
      </label>
      <span className={styles['space']} />
      <Button disabled={Object.keys(draft).length === 0} onClick={() => onChange({})}>
        Start over
      </Button>
      <Writes>
        <Button look="primary" disabled={changes.length === 0} onClick={() => setAsked(true)}>
          Apply this policy…
        </Button>
      </Writes>
      {asked && (
        <ApplyDialog changes={changes} onApplied={() => onChange({})} onClose={() => setAsked(false)} />
      )}
    </fieldset>
  )
}
