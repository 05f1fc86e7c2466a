import type { StatsSeries } from '../../../shared/contract/figures.ts'
import { useView } from '../../state/view.ts'
import { folderName } from '../../ui/folder-name.ts'
import { formatCount, formatMs, formatTight } from '../../ui/format.ts'
import { TokenBar } from '../sessions/token-bar.tsx'
import { ColumnNames, numbers, words } from './column-names.tsx'
import styles from './stats-view.module.css'

interface ListsProps {
  series: StatsSeries
  /** The tool that the charts are of. */
  tool: string | null
  onTool: (tool: string | null) => void
}

const BY_SESSION = [...words('Session'), ...numbers('Calls'), ...words('Tokens'), ...numbers('Kept out')]
const BY_TOOL = [
  ...words('Tool'),
  ...numbers('Calls'),
  ...words('Tokens'),
  ...numbers('Kept out', 'Half ms', '95 % ms'),
]

/** The range by tool, which can be picked for the charts, and by session, each of which opens. */
export function UsageLists({ series, tool, onTool }: ListsProps) {
  const goTo = useView((view) => view.goTo)
  const { byTool, bySession, sessions } = series
  return (
    <div className={styles['lists']}>
      <table className={styles['list']}>
        <caption>By tool</caption>
        <ColumnNames of={BY_TOOL} />
        <tbody>
          {byTool.map((row) => (
            <tr key={row.tool} data-chosen={row.tool === tool}>
              <th scope="row">
                <button
                  type="button"
                  aria-pressed={row.tool === tool}
                  title={`${row.tool}: the charts of this tool alone`}
                  onClick={() => onTool(row.tool === tool ? null : row.tool)}
                >
                  {row.tool}
                </button>
              </th>
              <td data-number>{formatCount(row.calls)}</td>
              <td>
                <TokenBar {...row.tokens} />
              </td>
              <td data-number data-sign={Math.sign(row.tokens.net)}>
                {formatTight(row.tokens.net)}
              </td>
              <td data-number>{row.durationMs === null ? '' : formatMs(row.durationMs.p50)}</td>
              <td data-number>{row.durationMs === null ? '' : formatMs(row.durationMs.p95)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className={styles['list']}>
        <caption>
          By session
          {sessions > bySession.length && (
            <small>
              {' '}
              the {bySession.length} largest of {formatCount(sessions)}
            </small>
          )}
        </caption>
        <ColumnNames of={BY_SESSION} />
        <tbody>
          {bySession.map((row) => (
            <tr key={row.session}>
              <th scope="row">
                <button
                  type="button"
                  title={row.projectPath ?? undefined}
                  onClick={() => goTo('sessions', row.session)}
                >
                  {row.clientName}
                  {row.projectPath !== null && <small> {folderName(row.projectPath)}</small>}
                </button>
              </th>
              <td data-number>{formatCount(row.calls)}</td>
              <td>
                <TokenBar {...row.tokens} />
              </td>
              <td data-number data-sign={Math.sign(row.tokens.net)}>
                {formatTight(row.tokens.net)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
