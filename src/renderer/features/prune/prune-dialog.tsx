import { Dialog } from '@base-ui/react/dialog'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import { counted, formatBytes } from '../../ui/format.ts'
import dialog from '../../ui/dialog.module.css'
import { notify, notifyFailure } from '../../ui/toasts.tsx'
import { PruneChoice } from './prune-choice.tsx'
import styles from './prune-dialog.module.css'
import { PruneOutcome } from './prune-outcome.tsx'
import { orderOf } from './what.ts'
import type { What } from './what.ts'

/** Removes stored content by age, by tool or all of it; shows first what would go. */
export function PruneDialog() {
  const { client } = useServices()
  const queryClient = useQueryClient()
  const setOverlay = useView((view) => view.setOverlay)
  const [what, setWhat] = useState<What>({ by: 'age', seconds: 86_400, tool: '' })
  const [running, setRunning] = useState(false)
  const order = orderOf(useDeferredValue(what))
  const dryRun = useQuery({
    ...queries.pruneDryRun(client, order ?? {}),
    enabled: order !== null && !running,
    placeholderData: keepPreviousData,
  })
  const found = order === null ? undefined : dryRun.data

  const run = async () => {
    if (order === null) return
    setRunning(true)
    try {
      const done = await client.call('prune', { ...order, dryRun: false })
      notify({
        title: `${counted(done.entries, 'entry', 'entries')} removed`,
        description: `${formatBytes(done.freedBytes)} freed`,
      })
      setOverlay(null)
      await queryClient.invalidateQueries({ queryKey: ['stats'] })
    } catch (error) {
      notifyFailure('Nothing was removed', error)
      setRunning(false)
    }
  }

  return (
    <Dialog.Root open onOpenChange={() => setOverlay(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog['veil']} />
        <Dialog.Popup className={dialog['dialog']}>
          <Dialog.Title className={dialog['title']}>Prune stored content</Dialog.Title>
          <Dialog.Description className={dialog['about']}>
            The timeline and what agents saw stay; pinned entries and turns under way are never taken.
          </Dialog.Description>
          <PruneChoice what={what} onChange={setWhat} />
          <PruneOutcome found={found} error={dryRun.error} />
          <div className={styles['buttons']}>
            <Dialog.Close render={<Button>Cancel</Button>} />
            <Button
              look="danger"
              disabled={running || !found || found.entries === 0}
              onClick={() => void run()}
            >
              {found && found.entries > 0 ? `Remove ${counted(found.entries, 'entry', 'entries')}` : 'Remove'}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
