import type { Client } from '../../../shared/contract/access.ts'
import cells from '../../ui/cells.module.css'
import { formatMoment } from '../../ui/format.ts'
import { Cell, ColumnHeader } from '../../ui/grid.tsx'

/** The names of the columns of the list of clients. */
export function ClientHead() {
  return (
    <>
      <ColumnHeader>Client</ColumnHeader>
      <ColumnHeader>Made</ColumnHeader>
      <ColumnHeader>Last seen</ColumnHeader>
    </>
  )
}

/** One client: a program that has a token. */
export function ClientCells({ client: { name, createdAt, lastSeenAt } }: { client: Client }) {
  return (
    <>
      <Cell>{name}</Cell>
      <Cell className={`${cells['mono']} ${cells['dim']}`}>{formatMoment(Date.parse(createdAt))}</Cell>
      <Cell className={`${cells['mono']} ${cells['dim']}`}>
        {lastSeenAt === null ? 'never' : formatMoment(Date.parse(lastSeenAt))}
      </Cell>
    </>
  )
}
