import { Lock } from 'lucide-react'
import type { ListedNote } from '../../../shared/contract/notes.ts'
import cells from '../../ui/cells.module.css'
import { folderName } from '../../ui/folder-name.ts'
import { formatBytes, formatCount, formatMoment } from '../../ui/format.ts'
import { Cell, ColumnHeader } from '../../ui/grid.tsx'
import { authorOf, isPersons } from './author.ts'

export function NoteHead() {
  return (
    <>
      <ColumnHeader>Name</ColumnHeader>
      <ColumnHeader>For</ColumnHeader>
      <ColumnHeader data-wide>Of</ColumnHeader>
      <ColumnHeader className={cells['number']}>Version</ColumnHeader>
      <ColumnHeader className={cells['number']}>Size</ColumnHeader>
      <ColumnHeader data-wide>Last used</ColumnHeader>
    </>
  )
}

/** One note: what it is called, whom it is for, and who holds it. */
export function NoteCells({ note }: { note: ListedNote }) {
  const { name, scope, projectPath, version, bytes, lastUsedAt, lease } = note
  return (
    <>
      <Cell>
        <b>{name}</b>
        {lease !== null && <Lock size={11} aria-label={`held by session ${lease.session}`} />}
      </Cell>
      <Cell title={projectPath ?? undefined}>
        {scope === 'session' ? (
          <span className={cells['dim']}>its session</span>
        ) : projectPath === null ? (
          'every project'
        ) : (
          folderName(projectPath)
        )}
      </Cell>
      <Cell className={isPersons(note) ? undefined : cells['dim']} data-wide>
        {authorOf(note)}
      </Cell>
      <Cell className={cells['figure']}>{formatCount(version)}</Cell>
      <Cell className={cells['figure']}>{formatBytes(bytes)}</Cell>
      <Cell className={`${cells['mono']} ${cells['dim']}`} data-wide>
        {formatMoment(Date.parse(lastUsedAt))}
      </Cell>
    </>
  )
}
