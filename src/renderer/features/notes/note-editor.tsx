import { Tabs } from '@base-ui/react/tabs'
import { useState } from 'react'
import type { ListedNote } from '../../../shared/contract/notes.ts'
import { Button } from '../../ui/button.tsx'
import tabs from '../detail/detail-tabs.module.css'
import { MarkdownText } from '../content/rendered/markdown-text.tsx'
import { Writes } from '../share/read-only.tsx'
import { ConflictView } from './conflict-view.tsx'
import styles from './notes.module.css'
import { TextArea } from './text-area.tsx'
import { useNoteCommands } from './use-note-commands.ts'

interface Version {
  readonly text: string
  readonly version: number
}

interface EditorProps {
  note: ListedNote
  /** What is stored, as far as it is known here. */
  stored: Version
}

/**
 * The text of a note, to change and to save. What others write is shown at once, but never over what is being typed: then
 * both texts are shown, and a person chooses.
 */
export function NoteEditor({ note, stored }: EditorProps) {
  const { write } = useNoteCommands()
  /** What the draft was begun from. */
  const [base, setBase] = useState(stored)
  const [draft, setDraft] = useState(stored.text)
  const [saving, setSaving] = useState(false)
  const changed = draft !== base.text
  const outdated = stored.version > base.version
  const begin = (text: string) => {
    setBase(stored)
    setDraft(text)
  }
  if (outdated && (!changed || draft === stored.text)) begin(stored.text)

  const save = async (over: number) => {
    setSaving(true)
    const written = await write(note, draft, over)
    if (written !== null) setBase({ text: draft, version: written.version })
    setSaving(false)
  }
  if (outdated && changed)
    return (
      <ConflictView
        stored={stored.text}
        draft={draft}
        version={stored.version}
        onTake={() => begin(stored.text)}
        onOverwrite={() => void save(stored.version)}
        onMerge={begin}
      />
    )
  return (
    <Tabs.Root className={tabs['root']} defaultValue="text">
      <Tabs.List className={tabs['list']} activateOnFocus>
        <Tabs.Tab value="text">Text</Tabs.Tab>
        <Tabs.Tab value="preview">Preview</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="text" keepMounted className={tabs['panel']}>
        <TextArea
          label={`Text of ${note.name}`}
          value={draft}
          onChange={setDraft}
          onSave={() => changed && !saving && void save(base.version)}
        />
      </Tabs.Panel>
      <Tabs.Panel value="preview" className={tabs['panel']}>
        <MarkdownText text={draft} />
      </Tabs.Panel>
      <div className={styles['choices']}>
        <Button disabled={!changed} onClick={() => setDraft(base.text)}>
          Discard
        </Button>
        <Writes>
          <Button look="primary" disabled={!changed || saving} onClick={() => void save(base.version)}>
            Save
          </Button>
        </Writes>
      </div>
    </Tabs.Root>
  )
}
