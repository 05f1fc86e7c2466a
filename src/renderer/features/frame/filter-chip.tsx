import { X } from 'lucide-react'
import styles from './filter-bar.module.css'

/** One typed filter that holds; a click takes it away. */
export function FilterChip({ text, onRemove }: { text: string; onRemove: () => void }) {
  const [, key = '', value = text] = /^(-?\w+:|-?[<>]=?)(.*)$/.exec(text) ?? []
  return (
    <button type="button" className={styles['chip']} aria-label={`Remove filter ${text}`} onClick={onRemove}>
      {key}
      <b>{value}</b>
      <X size={11} aria-hidden />
    </button>
  )
}
