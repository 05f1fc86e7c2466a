import { useRef, useState } from 'react'
import type { AgainResult } from '../../../shared/contract/again.ts'
import type { Call } from '../../../shared/entry.ts'
import { useServices } from '../../state/services.ts'

export interface Run {
  readonly results: ReadonlyMap<string, AgainResult>
  /** The call that is under way. */
  readonly current: string | null
  /** Nothing more is made now: it has not begun, is at its end, or was stopped. */
  readonly rests: boolean
  /** Why the rest was not made, where the daemon refused. */
  readonly failure: Error | null
  start: () => void
  /** Makes no further call; the one under way is waited for. */
  stop: () => void
  /** Makes one call although its tool may change something. */
  confirm: (call: Call) => void
}

/** Makes recorded calls again, one after the other, in one session. */
export function useRun(calls: readonly Call[]): Run {
  const { client } = useServices()
  const [results, setResults] = useState<ReadonlyMap<string, AgainResult>>(new Map())
  const [current, setCurrent] = useState<string | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  const session = useRef<string | undefined>(undefined)
  const stopped = useRef(false)

  const make = async ({ id }: Call, confirm: boolean): Promise<void> => {
    setCurrent(id)
    const result = await client.call('runAgain', {
      id,
      confirm,
      ...(session.current !== undefined && { session: session.current }),
    })
    session.current = result.session ?? session.current
    setResults((before) => new Map(before).set(id, result))
  }
  const inTurn = async (left: readonly Call[], confirm: boolean) => {
    stopped.current = false
    setFailure(null)
    try {
      for (const call of left) {
        if (stopped.current) break
        await make(call, confirm)
      }
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)))
    }
    setCurrent(null)
  }
  return {
    results,
    current,
    rests: current === null,
    failure,
    start: () =>
      void inTurn(
        calls.filter(({ id }) => !results.has(id)),
        false,
      ),
    stop: () => {
      stopped.current = true
    },
    confirm: (call) => void inTurn([call], true),
  }
}
