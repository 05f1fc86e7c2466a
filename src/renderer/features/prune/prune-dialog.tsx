import { Dialog } from '@base-ui/react/dialog'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import { DialogButtons, ModalDialog } from '../../ui/dialog.tsx'
import { counted } from '../../ui/format.ts'
import { PruneChoice } from './prune-choice.tsx'
import styles from './prune-dialog.module.css'
import { PruneOutcome } from './prune-outcome.tsx'
import { removeShown, usePruning } from './pruning.ts'
import { orderOf } from './what.ts'
import type { What } from './what.ts'

/** Removes stored content by age, size, tool, session or all of it; shows first what would go. */
export function PruneDialog() {
  const { client } = useServices()
  const setOverlay = useView((view) => view.setOverlay)
  const running = usePruning(({ progress }) => progress !== null)
  const [what, setWhat] = useState<What>({
    by: 'age',
    seconds: 86_400,
    megabytes: '500',
    tool: '',
    session: '',
  })
  const order = orderOf(useDeferredValue(what))
  const dryRun = useQuery({
    ...queries.pruneDryRun(client, order ?? {}),
    enabled: order !== null,
    placeholderData: keepPreviousData,
  })
  const found = order === null ? undefined : dryRun.data
  const ready = order !== null && found !== undefined && !dryRun.isPlaceholderData && found.entries > 0

  return (
    <ModalDialog
      title="Prune stored content"
      about="The timeline and what agents saw stay; pinned entries and turns under way are never taken."
      className={styles['dialog']}
      onClose={() => setOverlay(null)}
    >
      <PruneChoice what={what} onChange={setWhat} />
      <PruneOutcome by={what.by} found={found} error={dryRun.error} />
      <DialogButtons>
        <Dialog.Close render={<Button>Cancel</Button>} />
        <Button
          look="danger"
          disabled={!ready || running}
          onClick={() => {
            if (!ready) return
            setOverlay(null)
            removeShown(client, order, found)
          }}
        >
          {found && found.entries > 0 ? `Remove ${counted(found.entries, 'entry', 'entries')}` : 'Remove'}
        </Button>
      </DialogButtons>
    </ModalDialog>
  )
}
