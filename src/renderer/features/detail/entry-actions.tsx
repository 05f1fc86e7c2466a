import { Copy, Download, Pin, PinOff, SquarePen, Trash2 } from 'lucide-react'
import { useView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import type { EntryDetail } from '../content/source.ts'
import { notesPlace } from '../notes/notes-place.ts'
import { Writes } from '../share/read-only.tsx'
import styles from './detail-pane.module.css'
import { MoreMenu } from './more-menu.tsx'
import { useEntryCommands } from './use-entry-commands.ts'

/** What a person can do with a stored result. */
export function EntryActions({ entry }: { entry: EntryDetail }) {
  const { setPinned, save, remove } = useEntryCommands(entry)
  const goTo = useView((view) => view.goTo)
  return (
    <div className={styles['actions']}>
      <Writes>
        <Button aria-pressed={entry.pinned} onClick={() => setPinned(!entry.pinned)}>
          {entry.pinned ? <PinOff size={13} aria-hidden /> : <Pin size={13} aria-hidden />}
          {entry.pinned ? 'Unpin' : 'Pin'}
        </Button>
      </Writes>
      <Button onClick={() => void copyText(entry.deliveredText ?? entry.id, 'Reference')}>
        <Copy size={13} aria-hidden /> Copy reference
      </Button>
      {entry.note && (
        <Button onClick={() => goTo('entries', notesPlace(entry.id))}>
          <SquarePen size={13} aria-hidden /> Edit
        </Button>
      )}
      <Button onClick={save}>
        <Download size={13} aria-hidden /> Save as…
      </Button>
      <Writes>
        <Button onClick={remove}>
          <Trash2 size={13} aria-hidden /> Delete
        </Button>
      </Writes>
      <MoreMenu call={entry.calls[0]?.id ?? null} session={entry.session} />
    </div>
  )
}
