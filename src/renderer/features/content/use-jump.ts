import { useEffect, useRef } from 'react'
import { useView } from '../../state/view.ts'

/** Calls `go` once for each place in an entry that is asked for, as soon as the viewer is `ready`. */
export function useJump(entry: string, ready: boolean, go: (char: number) => void): void {
  const jump = useView((view) => view.jump)
  const done = useRef<typeof jump>(null)
  useEffect(() => {
    if (jump === null || jump.entry !== entry || !ready || done.current === jump) return
    done.current = jump
    go(jump.char)
  }, [jump, entry, ready, go])
}
