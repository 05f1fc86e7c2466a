import styles from './notes.module.css'

interface AreaProps {
  label: string
  value: string
  onChange: (text: string) => void
  /** The platform's key for saving was pressed. */
  onSave: () => void
}

/**
 * Where a note is written. The browser's own field rather than an editor component: notes are short prose, and it has undo,
 * spelling, input methods and screen readers right; CodeMirror would bring its own style elements, which the page's policy refuses.
 */
export function TextArea({ label, value, onChange, onSave }: AreaProps) {
  return (
    <textarea
      className={styles['text']}
      aria-label={label}
      value={value}
      placeholder="Markdown"
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        onSave()
      }}
    />
  )
}
