import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useDeferredValue } from 'react'
import type { ListedNote } from '../../../shared/contract/notes.ts'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { useView } from '../../state/view.ts'
import { Button } from '../../ui/button.tsx'
import { counted, formatCount } from '../../ui/format.ts'
import { RowList } from '../../ui/row-list.tsx'
import { EntriesSwitch } from '../entries/entries-switch.tsx'
import { Writes } from '../share/read-only.tsx'
import { Unreachable } from '../status/unreachable.tsx'
import { joinFilter } from '../timeline/filter/split.ts'
import { NewNotePane } from './new-note-pane.tsx'
import { NoteCells, NoteHead } from './note-cells.tsx'
import { NotePane } from './note-pane.tsx'
import { NEW_NOTE, notesPlace } from './notes-place.ts'
import type { NotesPlace } from './notes-place.ts'
import styles from './notes.module.css'

/** What agents and people wrote under a name: to read, to write, and to tell agents what they should always know. */
export function NotesView({ place: { open } }: { place: NotesPlace }) {
  const { client } = useServices()
  const select = useView((view) => view.select)
  const chips = useView((view) => view.chips)
  const draft = useView((view) => view.draft)
  const { data, error } = useQuery(queries.notes(client))
  const words = useDeferredValue(joinFilter({ chips, draft }))
  const show = (id: string | null) => select(notesPlace(id))

  if (data === undefined) return error === null ? null : <Unreachable />
  const shown = data.items.filter((note) => hasWords(note, words))
  const note = data.items.find(({ id }) => id === open)
  return (
    <div className={styles['view']}>
      <div className={styles['side']}>
        <EntriesSwitch showing="notes">
          <output className={styles['count']}>
            {counted(data.total, 'note')}
            {data.items.length < data.total && `, the last ${formatCount(data.items.length)} of them`}
            {words !== '' && `, ${formatCount(shown.length)} with those words`}
          </output>
          <Writes>
            <Button onClick={() => show(NEW_NOTE)}>
              <Plus size={13} aria-hidden /> New note
            </Button>
          </Writes>
        </EntriesSwitch>
        {data.items.length === 0 ? (
          <NoNotes onNew={() => show(NEW_NOTE)} />
        ) : (
          <RowList
            label="Notes"
            grid={styles['grid']}
            head={<NoteHead />}
            rows={shown}
            keyOf={({ id }) => id}
            selected={open === NEW_NOTE ? null : open}
            onSelect={show}
          >
            {(one) => <NoteCells note={one} />}
          </RowList>
        )}
      </div>
      {open === NEW_NOTE && <NewNotePane onDone={show} />}
      {open !== null && open !== NEW_NOTE && <NotePane key={open} note={note} onClose={() => show(null)} />}
    </div>
  )
}

const hasWords = ({ name, projectPath, preview }: ListedNote, words: string): boolean => {
  const text = `${name} ${projectPath ?? ''} ${preview}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function NoNotes({ onNew }: { onNew: () => void }) {
  return (
    <div className={styles['none']}>
      <p>
        No note yet. Agents write them to remember across sessions; what you write here for a project, every
        agent that works in it can read by its name.
      </p>
      <Writes>
        <Button look="primary" onClick={onNew}>
          <Plus size={13} aria-hidden /> Write the first one
        </Button>
      </Writes>
    </div>
  )
}
