import { useEffect, useRef, useState } from 'react'
import { useServices } from '../../state/services.ts'

export interface Transfer {
  /** Between 0 and 1; null while nothing runs. */
  readonly share: number | null
  readonly error: Error | null
  /** Runs one; gives null where it failed or was ended. */
  run: <T>(send: (transfer: string, signal: AbortSignal) => Promise<T>) => Promise<T | null>
  /** Ends the one that runs. */
  end: () => void
}

const LOOK_MS = 300

/** A file on its way in or out: how far it is, what went wrong, and the way to end it. The daemon tells of no step, so it is asked. */
export function useTransfer(): Transfer {
  const { client } = useServices()
  const [share, setShare] = useState<number | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const run: Transfer['run'] = async (send) => {
    const abort = new AbortController()
    const transfer = crypto.randomUUID()
    running.current = abort
    setError(null)
    setShare(0)
    const look = async () => {
      try {
        const { done, total } = await client.call('getTransfer', { id: transfer }, abort.signal)
        if (total > 0) setShare(done / total)
      } catch {
        // Not begun, or over: there is nothing to tell.
        return
      }
    }
    const timer = setInterval(() => void look(), LOOK_MS)
    try {
      return await send(transfer, abort.signal)
    } catch (thrown) {
      if (!abort.signal.aborted) setError(thrown as Error)
      return null
    } finally {
      clearInterval(timer)
      running.current = null
      setShare(null)
    }
  }
  return { share, error, run, end: () => running.current?.abort() }
}
