import { Lock } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ListedNote } from '../../../shared/contract/notes.ts'
import { counted } from '../../ui/format.ts'
import styles from './notes.module.css'

const EVERY_MS = 1_000

/** Who keeps others from writing a note, and for how long still; nothing once that is over. */
export function LeaseNote({ lease: { session, until } }: { lease: NonNullable<ListedNote['lease']> }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.ceil((Date.parse(until) - now) / 1_000)
  if (seconds <= 0) return null
  return (
    <p className={styles['lease']}>
      <Lock size={12} aria-hidden />
      <span>
        Held by session <code>{session}</code> for {counted(seconds, 'second')}: nobody else can write it
        until then.
      </span>
    </p>
  )
}
