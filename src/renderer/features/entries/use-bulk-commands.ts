import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Entry } from '../../../shared/entry.ts'
import { useServices } from '../../state/services.ts'
import { counted, formatBytes } from '../../ui/format.ts'
import { notify, notifyFailure } from '../../ui/toasts.tsx'

interface BulkCommands {
  /** How many are being worked on; null while nothing runs. */
  readonly running: number | null
  readonly done: number
  setPinned: (entries: readonly Entry[], pinned: boolean) => Promise<void>
  keepFor: (entries: readonly Entry[], seconds: number) => Promise<void>
  /** After a few seconds in which it can be taken back. */
  remove: (entries: readonly Entry[]) => void
  /** Stops after the one under way; what is done stays done. */
  cancel: () => void
}

const many = (entries: readonly Entry[]) => counted(entries.length, 'entry', 'entries')

/** The verbs of several entries at once, one after the other, so that they can be counted and stopped. */
export function useBulkCommands(onDone: () => void): BulkCommands {
  const { client } = useServices()
  const queryClient = useQueryClient()
  const [running, setRunning] = useState<number | null>(null)
  const [done, setDone] = useState(0)
  const stopped = useRef(false)

  const each = async (entries: readonly Entry[], run: (id: string) => Promise<unknown>, said: string) => {
    stopped.current = false
    setDone(0)
    setRunning(entries.length)
    let count = 0
    try {
      for (const { id } of entries) {
        if (stopped.current) break
        await run(id)
        setDone(++count)
      }
      const of = count < entries.length ? ` of ${many(entries)}, then stopped` : ''
      notify({ title: `${counted(count, 'entry', 'entries')} ${said}${of}` })
      onDone()
    } catch (error) {
      notifyFailure(`${counted(count, 'entry', 'entries')} ${said}, then it failed`, error)
    } finally {
      setRunning(null)
      await queryClient.invalidateQueries({ queryKey: ['entries'] })
    }
  }

  const removeNow = (entries: readonly Entry[]) =>
    each(entries, (id) => client.call('deleteEntry', { id }), 'deleted')

  return {
    running,
    done,
    cancel() {
      stopped.current = true
    },
    setPinned: (entries, pinned) =>
      each(
        entries,
        (id) => client.call('updateEntry', { id, pinned }),
        pinned ? 'pinned' : 'no longer pinned',
      ),
    keepFor: (entries, ttlSeconds) =>
      each(entries, (id) => client.call('updateEntry', { id, ttlSeconds }), 'given that life'),
    remove(entries) {
      const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
      const what = `${many(entries)}, ${formatBytes(bytes)}`
      // Held back until the toast goes: the bytes of a deleted entry could not be brought back.
      const action = { label: 'Undo', run: () => notify({ title: `${what}: all of it stays` }) }
      notify({ title: `Deleting ${what}…`, action, onExpire: () => void removeNow(entries) })
    },
  }
}
