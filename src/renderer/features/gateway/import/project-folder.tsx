import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { queries } from '../../../api/queries.ts'
import { useServices } from '../../../state/services.ts'
import field from '../../../ui/field.module.css'
import styles from './import-dialog.module.css'

/** A project whose own files are looked into too; offers those that agents have worked in. */
export function ProjectFolder({ onChange }: { onChange: (folder: string) => void }) {
  const { client } = useServices()
  const id = useId()
  const [typed, setTyped] = useState('')
  const { data } = useInfiniteQuery(queries.sessions(client))
  const folders = new Set(data?.pages.flatMap(({ items }) => items.map(({ projectPath }) => projectPath)))
  return (
    <form
      className={styles['project']}
      onSubmit={(event) => {
        event.preventDefault()
        onChange(typed.trim())
      }}
    >
      <label htmlFor={id}>A project’s folder</label>
      <input
        id={id}
        className={field['field']}
        list={`${id}folders`}
        value={typed}
        placeholder="its .mcp.json and the like, too"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => onChange(typed.trim())}
      />
      <datalist id={`${id}folders`}>
        {[...folders].map((folder) => folder !== null && <option key={folder}>{folder}</option>)}
      </datalist>
    </form>
  )
}
