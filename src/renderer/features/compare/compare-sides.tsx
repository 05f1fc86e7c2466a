import { Dialog } from '@base-ui/react/dialog'
import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useServices } from '../../state/services.ts'
import { Button } from '../../ui/button.tsx'
import dialog from '../../ui/dialog.module.css'
import { counted, formatBytes, formatClock } from '../../ui/format.ts'
import { Fault } from '../detail/fault.tsx'
import styles from './compare-dialog.module.css'
import { compareLines } from './compare-lines.ts'
import { DiffList } from './diff-list.tsx'
import { COMPARED_BYTES, textOf } from './texts.ts'
import type { Compared, Side } from './texts.ts'

interface CompareProps {
  before: Side
  after: Side
  onClose: () => void
}

/** Two calls beside each other: what the later one has that the earlier one had not. */
export function CompareSides({ before, after, onClose }: CompareProps) {
  const { client } = useServices()
  const [what, setWhat] = useState<Compared>('content')

  const { data, error } = useQuery({
    queryKey: ['compare', before.call, after.call, what],
    queryFn: async ({ client: queryClient }) => {
      const texts = [before, after].map((step) => textOf(client, queryClient, step, what))
      const [left = '', right = ''] = await Promise.all(texts)
      return { equal: left === right, rows: await compareLines(left, right) }
    },
    retry: false,
  })
  const added = data?.rows?.filter(({ kind }) => kind === 'added').length ?? 0
  const removed = data?.rows?.filter(({ kind }) => kind === 'removed').length ?? 0
  const cut = [before, after].some(({ rawBytes }) => rawBytes > COMPARED_BYTES) && what === 'content'
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog['veil']} />
        <Dialog.Popup className={styles['compare']}>
          <header className={styles['head']}>
            <Dialog.Title className={dialog['title']}>Compare two calls</Dialog.Title>
            <ToggleGroup
              className={styles['what']}
              aria-label="What is compared"
              value={[what]}
              onValueChange={([next]: Compared[]) => next !== undefined && setWhat(next)}
            >
              <Toggle value="content">Full content</Toggle>
              <Toggle value="delivered">What the agent saw</Toggle>
            </ToggleGroup>
            <output className={styles['sum']}>
              {data?.equal === true && 'The same, byte for byte'}
              {data?.equal === false &&
                data.rows !== null &&
                `${counted(removed, 'line')} gone, ${counted(added, 'line')} new`}
              {cut && ` · the first ${formatBytes(COMPARED_BYTES)} of each`}
            </output>
            <Dialog.Close render={<Button look="quiet" aria-label="Close" />}>
              <X size={15} />
            </Dialog.Close>
          </header>
          <div className={styles['sides']}>
            {[before, after].map((step, index) => (
              <p key={step.call}>
                <b>{index === 0 ? '−' : '+'}</b> {formatClock(step.time)}{' '}
                {step.server !== null && <span>{step.server} › </span>}
                {step.tool} · {step.entries[0]?.name ?? 'delivered whole'} · {formatBytes(step.rawBytes)}
              </p>
            ))}
          </div>
          {error !== null && <Fault error={error} />}
          {data === undefined && error === null && <p className={styles['note']}>Comparing…</p>}
          {data?.rows === null && (
            <p className={styles['note']}>They differ too much to be compared line by line.</p>
          )}
          {data?.rows && !data.equal && <DiffList rows={data.rows} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
