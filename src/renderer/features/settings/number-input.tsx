import { useState } from 'react'
import field from '../../ui/field.module.css'
import { counted, formatBytes } from '../../ui/format.ts'
import styles from './settings-view.module.css'

type Unit = 'bytes' | 'seconds' | 'tokens' | 'characters'

interface NumberProps {
  label: string
  unit: Unit
  /** Null: nothing is set, and there is no default. */
  value: number | null
  /** False where it was refused. */
  onChange: (value: number) => Promise<boolean>
}

/** A whole number; Enter or leaving the field takes it, Escape brings the old one back. */
export function NumberInput({ label, unit, value, onChange }: NumberProps) {
  const before = value === null ? '' : String(value)
  const [typed, setTyped] = useState(before)
  const number = Number(typed)
  const valid = /^\d+$/.test(typed.trim()) && Number.isSafeInteger(number)
  const take = async () => {
    if (typed === before) return
    if (!valid || !(await onChange(number))) setTyped(before)
  }
  return (
    <>
      <input
        className={`${field['field']} ${styles['number']}`}
        inputMode="numeric"
        aria-label={label}
        aria-invalid={typed !== before && !valid}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => void take()}
        onKeyDown={({ key }) => {
          if (key === 'Enter') void take()
          else if (key === 'Escape') setTyped(before)
        }}
      />
      <span className={styles['unit']}>
        {typed === before || valid ? inWords(number, unit) : 'a whole number'}
      </span>
    </>
  )
}

const SPANS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const

/** What a number comes to, in the largest unit that reads well. */
function inWords(value: number, unit: Unit): string {
  if (unit === 'bytes') return value < 1_024 ? 'bytes' : `bytes, ${formatBytes(value)}`
  if (unit !== 'seconds') return unit
  const span = SPANS.find(([seconds]) => value >= seconds && value % seconds === 0)
  return span === undefined ? 'seconds' : `seconds, ${counted(value / span[0], span[1])}`
}
