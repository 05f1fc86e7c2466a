import { useEffect, useRef, useState } from 'react'

const SETTLE_MS = 140

/**
 * A value once it stays for a moment; at once where it had stayed before. Someone who runs along the scrubber
 * loads nothing of what is only passed; who steps once waits for nothing.
 */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  const changedAt = useRef(-SETTLE_MS)
  useEffect(() => {
    const now = performance.now()
    const rested = now - changedAt.current > SETTLE_MS
    changedAt.current = now
    const timer = setTimeout(() => setSettled(value), rested ? 0 : SETTLE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
