import { Switch as Base } from '@base-ui/react/switch'
import styles from './switch.module.css'

interface SwitchProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** On or off, at once. `label` names it to who cannot see what it stands beside. */
export function Switch({ label, checked, onChange, disabled = false }: SwitchProps) {
  return (
    <Base.Root
      className={styles['switch']}
      aria-label={label}
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
    >
      <Base.Thumb className={styles['thumb']} />
    </Base.Root>
  )
}
