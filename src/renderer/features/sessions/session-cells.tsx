import type { Session } from '../../../shared/contract/recording.ts'
import cells from '../../ui/cells.module.css'
import { folderName } from '../../ui/folder-name.ts'
import { counted, formatCount, formatMoment, formatTight } from '../../ui/format.ts'
import { Cell, ColumnHeader } from '../../ui/grid.tsx'
import styles from './sessions-view.module.css'
import { TokenBar } from './token-bar.tsx'

/** The names of the columns of a list of sessions. */
export function SessionHead() {
  return (
    <>
      <ColumnHeader>Client</ColumnHeader>
      <ColumnHeader>Project</ColumnHeader>
      <ColumnHeader className={styles['wide']}>Came by</ColumnHeader>
      <ColumnHeader className={styles['wide']}>Started</ColumnHeader>
      <ColumnHeader>Last used</ColumnHeader>
      <ColumnHeader className={cells['number']}>Turns</ColumnHeader>
      <ColumnHeader className={cells['number']}>Calls</ColumnHeader>
      <ColumnHeader>Tokens</ColumnHeader>
      <ColumnHeader
        className={cells['number']}
        title="Tokens kept out of the context, less what was read back"
      >
        Kept out
      </ColumnHeader>
    </>
  )
}

/** One session: who, where, when, and what it came to. */
export function SessionCells({ session }: { session: Session }) {
  const { clientName, projectPath, transport, startedAt, lastUsedAt, turns, calls, tokens, repeats } = session
  return (
    <>
      <Cell title={repeats === null ? undefined : `Calls of ${repeats}, made again`}>
        {clientName}
        {repeats !== null && <span className={cells['dim']}> · run again</span>}
      </Cell>
      <Cell className={cells['dim']} title={projectPath ?? undefined}>
        {projectPath === null ? '' : folderName(projectPath)}
      </Cell>
      <Cell className={`${cells['dim']} ${styles['wide']}`}>{transport}</Cell>
      <Cell className={`${cells['mono']} ${cells['dim']} ${styles['wide']}`}>
        {formatMoment(Date.parse(startedAt))}
      </Cell>
      <Cell className={`${cells['mono']} ${cells['dim']}`}>{formatMoment(Date.parse(lastUsedAt))}</Cell>
      <Cell className={cells['figure']}>{formatCount(turns)}</Cell>
      <Cell className={cells['figure']}>{formatCount(calls)}</Cell>
      <Cell>
        <TokenBar {...tokens} />
      </Cell>
      <Cell
        className={cells['saved']}
        data-sign={Math.sign(tokens.net)}
        title={`${counted(tokens.raw, 'token')} raw, ${counted(tokens.delivered, 'token')} delivered, ${counted(tokens.reread, 'token')} read back`}
      >
        {formatTight(tokens.net)}
      </Cell>
    </>
  )
}
