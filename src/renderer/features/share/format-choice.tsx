import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { useId } from 'react'
import radio from '../prune/prune-dialog.module.css'
import styles from './share.module.css'

export const FORMATS = {
  spillway: {
    name: 'Recording',
    file: 'the recording',
    about: 'Everything, to replay and look through in Spillway (.spillway)',
  },
  har: {
    name: 'HTTP archive',
    file: 'the archive',
    about: 'Calls as HAR-like JSON, for tools that list and search requests',
  },
  otlp: {
    name: 'OpenTelemetry',
    file: 'the spans',
    about: 'Calls as spans in OTLP/JSON, for tracing backends',
  },
} as const

export type Format = keyof typeof FORMATS

/** As what it is written. */
export function FormatChoice({ format, onChange }: { format: Format; onChange: (format: Format) => void }) {
  const id = useId()
  return (
    <RadioGroup className={styles['choices']} value={format} onValueChange={onChange} aria-label="Format">
      {(Object.keys(FORMATS) as Format[]).map((one) => (
        <div key={one} className={styles['choice']}>
          <Radio.Root id={`${id}${one}`} value={one} className={radio['radio']}>
            <Radio.Indicator className={radio['dot']} />
          </Radio.Root>
          <label htmlFor={`${id}${one}`}>{FORMATS[one].name}</label>
          <p>{FORMATS[one].about}</p>
        </div>
      ))}
    </RadioGroup>
  )
}
