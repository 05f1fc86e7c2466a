import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ListedNote } from '../../../shared/contract/notes.ts'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/format.ts'
import { PaneTitle } from '../detail/pane-title.tsx'
import pane from '../detail/detail-pane.module.css'
import { Fault } from '../detail/fault.tsx'
import { SidePane } from '../detail/side-pane.tsx'
import { Writes } from '../share/read-only.tsx'
import { readersOf } from './author.ts'
import { LeaseNote } from './lease-note.tsx'
import { NoteEditor } from './note-editor.tsx'
import styles from './notes.module.css'
import { RenameDialog } from './rename-dialog.tsx'
import { useNoteCommands } from './use-note-commands.ts'

interface PaneProps {
  /** Undefined: it is gone. */
  note: ListedNote | undefined
  onClose: () => void
}

/** One note: whom it is for, who holds it, and its text to change. */
export function NotePane({ note, onClose }: PaneProps) {
  return (
    <SidePane label="Note" onClose={onClose}>
      {note === undefined ? (
        <p className={styles['gone']}>This note is gone.</p>
      ) : (
        <Opened note={note} onClose={onClose} />
      )}
    </SidePane>
  )
}

function Opened({ note, onClose }: { note: ListedNote; onClose: () => void }) {
  const { client } = useServices()
  const { name, version, bytes, lease } = note
  const [renaming, setRenaming] = useState(false)
  const { remove } = useNoteCommands()
  // The version before stays until the next is there, or what is being typed would go with it.
  const stored = useQuery({ ...queries.noteVersion(client, note), placeholderData: keepPreviousData })
  return (
    <>
      <header className={pane['header']}>
        <PaneTitle>{name}</PaneTitle>
        <p className={pane['facts']}>
          version {version} · {counted(bytes, 'byte')} · {readersOf(note)}
        </p>
        {lease !== null && <LeaseNote lease={lease} />}
        <div className={pane['actions']}>
          <Writes>
            <Button onClick={() => setRenaming(true)}>
              <Pencil size={13} aria-hidden /> Rename…
            </Button>
            <Button
              onClick={() => {
                remove(note)
                onClose()
              }}
            >
              <Trash2 size={13} aria-hidden /> Delete
            </Button>
          </Writes>
        </div>
      </header>
      {stored.error !== null && <Fault error={stored.error} />}
      {stored.data !== undefined && <NoteEditor note={note} stored={stored.data} />}
      {renaming && <RenameDialog note={note} onClose={() => setRenaming(false)} />}
    </>
  )
}
