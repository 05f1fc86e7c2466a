import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from './settings-view.module.css'
import { useSettings } from './use-settings.ts'

/** The file as it is written, to change and to save; it is checked before anything is written. */
export function FileText({ path, text }: { path: string; text: string }) {
  const { write } = useSettings()
  const [draft, setDraft] = useState(text)
  /** The text that the draft was begun from. */
  const [base, setBase] = useState(text)
  const isChanged = draft !== base
  // What others write is shown at once, but never over what is being typed.
  if (text !== base && !isChanged) {
    setBase(text)
    setDraft(text)
  }
  const begin = (from: string) => {
    setBase(from)
    setDraft(from)
  }
  return (
    <>
      <div className={styles['fileBar']}>
        <code>{path}</code>
        {text !== base && <output>The file was changed outside meanwhile.</output>}
        {isChanged && <Button onClick={() => begin(text)}>Discard</Button>}
        <Button
          look="primary"
          disabled={!isChanged}
          onClick={() => void write(draft, base).then((taken) => taken && setBase(draft))}
        >
          Save
        </Button>
      </div>
      <textarea
        className={styles['file']}
        aria-label="config.json"
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
        spellCheck={false}
        wrap="off"
      />
    </>
  )
}
