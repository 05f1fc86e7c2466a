import field from '../../ui/field.module.css'
import styles from './notes.module.css'

/** A note's name; the browser says what is wrong with it, by the rule that the daemon has (B2). */
export function NoteName({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  return (
    <label className={styles['labelled']}>
      Name
      <input
        className={field['field']}
        value={value}
        required
        pattern="[A-Za-z0-9_\-]{1,64}"
        title="1 to 64 letters, digits, - and _"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}
