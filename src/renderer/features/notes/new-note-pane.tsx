import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { queries } from '../../api/queries.ts'
import { useServices } from '../../state/services.ts'
import { Button } from '../../ui/button.tsx'
import field from '../../ui/field.module.css'
import { PaneTitle } from '../detail/pane-title.tsx'
import pane from '../detail/detail-pane.module.css'
import { SidePane } from '../detail/side-pane.tsx'
import { NoteName } from './note-name.tsx'
import styles from './notes.module.css'
import { TextArea } from './text-area.tsx'
import { useNoteCommands } from './use-note-commands.ts'

/** A project note of a person's, which the agents that work in that folder read by its name. */
export function NewNotePane({ onDone }: { onDone: (id: string | null) => void }) {
  const { client } = useServices()
  const { create } = useNoteCommands()
  const id = useId()
  const [name, setName] = useState('')
  const [folder, setFolder] = useState('')
  const [text, setText] = useState('')
  const { data } = useInfiniteQuery(queries.sessions(client))
  const folders = new Set(data?.pages.flatMap(({ items }) => items.map(({ projectPath }) => projectPath)))
  const save = async () => {
    const project = folder.trim()
    const made = await create({
      name,
      content: text,
      scope: 'project',
      // A note of that name that is there already is not written over.
      ifVersion: 0,
      ...(project !== '' && { project }),
    })
    if (made !== null) onDone(made.id)
  }
  return (
    <SidePane label="New note" onClose={() => onDone(null)}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <header className={pane['header']}>
          <PaneTitle
            action={
              <Button type="submit" look="primary" disabled={name === '' || text === ''}>
                Save
              </Button>
            }
          >
            New note
          </PaneTitle>
          <NoteName value={name} onChange={setName} />
          <label className={styles['labelled']}>
            For
            <input
              className={field['field']}
              list={`${id}folders`}
              value={folder}
              placeholder="every project, or a folder"
              spellCheck={false}
              onChange={({ target }) => setFolder(target.value)}
            />
          </label>
          <datalist id={`${id}folders`}>
            {[...folders].map((one) => one !== null && <option key={one}>{one}</option>)}
          </datalist>
        </header>
        <TextArea label="Text" value={text} onChange={setText} onSave={() => void save()} />
      </form>
    </SidePane>
  )
}
