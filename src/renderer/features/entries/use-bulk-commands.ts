import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Entry } from '../../../shared/entry.ts'
import { useServices } from '../../state/services.ts'
import { counted, formatBytes } from '../../ui/format.ts'
import { download } from '../../ui/download.ts'
import { notify, notifyFailure } from '../../ui/toasts.tsx'
import { fileName } from '../detail/file-name.ts'
import { exportLine } from './export-lines.ts'

interface BulkCommands {
  /** How many are being worked on; null while nothing runs. */
  readonly running: number | null
  readonly done: number
  setPinned: (entries: readonly Entry[], pinned: boolean) => Promise<void>
  keepFor: (entries: readonly Entry[], seconds: number) => Promise<void>
  /** One as the file that it is, several as lines of NDJSON in one file. */
  save: (entries: readonly Entry[]) => Promise<void>
  /** After a few seconds in which it can be taken back. */
  remove: (entries: readonly Entry[]) => void
  /** Stops after the one under way; what is done stays done. */
  cancel: () => void
}

/** A page holds it in memory while it is gathered. */
const TOGETHER_BYTES = 256 * 1_024 * 1_024

const many = (entries: readonly Entry[]) => counted(entries.length, 'entry', 'entries')

/** The verbs of several entries at once, one after the other, so that they can be counted and stopped. */
export function useBulkCommands(onDone: () => void): BulkCommands {
  const { client, host } = useServices()
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

  const saveOne = async (entry: Entry) => {
    try {
      const place = await host.saveEntry(client, entry.id, fileName(entry))
      if (place !== null) notify({ title: 'Saved', description: place })
    } catch (error) {
      notifyFailure(`${entry.name} could not be saved`, error)
    }
  }

  const saveTogether = async (entries: readonly Entry[]) => {
    const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
    if (bytes > TOGETHER_BYTES)
      return notify({
        title: `${formatBytes(bytes)} is too much for one file here`,
        description: `Choose less than ${formatBytes(TOGETHER_BYTES)}, or save them one by one.`,
        error: true,
      })
    const byId = new Map(entries.map((entry) => [entry.id, entry]))
    const lines: string[] = []
    const add = async (id: string) => {
      const entry = byId.get(id)
      if (entry !== undefined) lines.push(await exportLine(client, entry))
    }
    await each(entries, add, 'saved in spillway-entries.ndjson')
    if (lines.length > 0)
      download(new Blob(lines, { type: 'application/x-ndjson' }), 'spillway-entries.ndjson')
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
    save: (entries) => {
      const [only] = entries
      return only !== undefined && entries.length === 1 ? saveOne(only) : saveTogether(entries)
    },
    remove(entries) {
      const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
      const what = `${many(entries)}, ${formatBytes(bytes)}`
      // Held back until the toast goes: the bytes of a deleted entry could not be brought back.
      const action = { label: 'Undo', run: () => notify({ title: `${what}: all of it stays` }) }
      notify({ title: `Deleting ${what}…`, action, onExpire: () => void removeNow(entries) })
    },
  }
}
