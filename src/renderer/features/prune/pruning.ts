import { create } from 'zustand'
import type { OperationInput } from '../../../shared/contract.ts'
import type { ApiClient } from '../../api/client.ts'
import { counted, formatBytes } from '../../ui/format.ts'
import { notify, notifyFailure } from '../../ui/toasts.tsx'
import { slicesOf } from './what.ts'

interface Pruning {
  /** Entries that are done, of all; null while nothing is removed. */
  readonly progress: { readonly done: number; readonly total: number } | null
  readonly stopped: boolean
  /** After the piece under way; what is gone stays gone. */
  stop: () => void
}

/** A prune under way, which goes on while the person looks at something else. */
export const usePruning = create<Pruning>()((set) => ({
  progress: null,
  stopped: false,
  stop: () => set({ stopped: true }),
}))

/** Removes what was shown, piece by piece, and says what came of it. */
async function removeNow(
  client: ApiClient,
  order: OperationInput<'prune'>,
  ids: readonly string[],
): Promise<void> {
  let entries = 0
  let freed = 0
  let done = 0
  usePruning.setState({ stopped: false, progress: { done, total: ids.length } })
  try {
    for (const slice of slicesOf(order, ids)) {
      if (usePruning.getState().stopped) break
      const result = await client.call('prune', { ...slice.order, dryRun: false })
      entries += result.entries
      freed += result.freedBytes
      done += slice.count
      usePruning.setState({ progress: { done, total: ids.length } })
    }
    const stays = ids.length - entries
    notify({
      title: `${counted(entries, 'entry', 'entries')} removed`,
      description: `${formatBytes(freed)} freed${stays > 0 ? `; ${counted(stays, 'entry', 'entries')} stayed, used or kept since` : ''}`,
    })
  } catch (error) {
    notifyFailure(`${counted(entries, 'entry', 'entries')} removed, then it failed`, error)
  } finally {
    usePruning.setState({ progress: null })
  }
}

/** Removes what a dry run showed, after a few seconds in which it can be taken back. */
export function removeShown(
  client: ApiClient,
  order: OperationInput<'prune'>,
  { ids, freedBytes }: { readonly ids: readonly string[]; readonly freedBytes: number },
): void {
  // Held back until the toast goes: the bytes could not be brought back.
  const action = { label: 'Undo', run: () => notify({ title: 'All of it stays' }) }
  notify({
    title: `Removing ${counted(ids.length, 'entry', 'entries')}, ${formatBytes(freedBytes)}…`,
    action,
    onExpire: () => void removeNow(client, order, ids),
  })
}
