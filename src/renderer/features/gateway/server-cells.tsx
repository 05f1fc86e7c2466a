import type { OperationOutput } from '../../../shared/contract.ts'
import type { UpstreamStatus } from '../../../shared/contract/gateway.ts'
import cells from '../../ui/cells.module.css'
import { formatCount, formatMs } from '../../ui/format.ts'
import { Cell, ColumnHeader } from '../../ui/grid.tsx'
import { captureWords } from './captured.ts'
import styles from './gateway-view.module.css'
import { ServerState } from './server-state.tsx'

/** The names of the columns of the list of servers. */
export function ServerHead() {
  return (
    <>
      <ColumnHeader>Server</ColumnHeader>
      <ColumnHeader>State</ColumnHeader>
      <ColumnHeader>Capture</ColumnHeader>
      <ColumnHeader className={`${cells['number']} ${styles['wide']}`}>Running</ColumnHeader>
      <ColumnHeader className={cells['number']}>Tools</ColumnHeader>
      <ColumnHeader className={cells['number']}>Calls</ColumnHeader>
      <ColumnHeader className={cells['number']}>Errors</ColumnHeader>
      <ColumnHeader
        className={cells['number']}
        title="The median and the slowest twentieth of the last calls, in milliseconds"
      >
        p50 / p95 ms
      </ColumnHeader>
    </>
  )
}

interface CellsProps {
  server: UpstreamStatus
  capture: OperationOutput<'getCapture'> | undefined
}

/** One server: how it is and what it did since the daemon started. */
export function ServerCells({ server, capture }: CellsProps) {
  const { name, transport, state, error, instances, tools, calls, errors, latency } = server
  return (
    <>
      <Cell>
        {name} <span className={cells['dim']}>{transport}</span>
      </Cell>
      <Cell>
        <ServerState state={state} error={error} />
        {error !== null && <span className={styles['why']}> {error}</span>}
      </Cell>
      <Cell className={cells['dim']}>
        {capture && (state === 'disabled' ? '—' : captureWords(capture, name))}
      </Cell>
      <Cell className={`${cells['figure']} ${styles['wide']}`}>{formatCount(instances)}</Cell>
      <Cell className={cells['figure']}>{tools === null ? '—' : formatCount(tools)}</Cell>
      <Cell className={cells['figure']}>{formatCount(calls)}</Cell>
      <Cell className={cells['figure']}>
        <span className={errors > 0 ? styles['errors'] : undefined}>{formatCount(errors)}</span>
      </Cell>
      <Cell className={cells['figure']}>
        {latency === null ? '—' : `${formatMs(latency.p50)} / ${formatMs(latency.p95)}`}
      </Cell>
    </>
  )
}
