import { Copy, Download, Pin, PinOff, Trash2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import type { EntryDetail } from '../content/source.ts'
import styles from './detail-pane.module.css'
import { MoreMenu } from './more-menu.tsx'
import { useEntryCommands } from './use-entry-commands.ts'

/** What a person can do with a stored result. */
export function EntryActions({ entry }: { entry: EntryDetail }) {
  const { setPinned, save, remove } = useEntryCommands(entry)
  return (
    <div className={styles['actions']}>
      <Button aria-pressed={entry.pinned} onClick={() => setPinned(!entry.pinned)}>
        {entry.pinned ? <PinOff size={13} aria-hidden /> : <Pin size={13} aria-hidden />}
        {entry.pinned ? 'Unpin' : 'Pin'}
      </Button>
      <Button onClick={() => void copyText(entry.deliveredText ?? entry.id, 'Reference')}>
        <Copy size={13} aria-hidden /> Copy reference
      </Button>
      <Button onClick={save}>
        <Download size={13} aria-hidden /> Save as…
      </Button>
      <Button onClick={remove}>
        <Trash2 size={13} aria-hidden /> Delete
      </Button>
      <MoreMenu call={entry.calls[0]?.id ?? null} session={entry.session} />
    </div>
  )
}
