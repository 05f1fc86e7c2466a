import type { Simulation } from '../../../../shared/contract/simulate.ts'
import { formatBytes, formatCount, formatTight } from '../../../ui/format.ts'
import stats from '../stats-view.module.css'
import { ColumnNames, numbers, words } from '../column-names.tsx'
import styles from './simulator.module.css'

interface TableProps {
  simulation: Simulation
  onPick: (thresholdBytes: number) => void
}

const COLUMNS = [...words('Threshold'), ...numbers('Stored', 'Kept out')]

/** The points of the curve; each can be tried. */
export function ThresholdTable({ simulation, onPick }: TableProps) {
  const { curve, thresholdBytes, currentThresholdBytes } = simulation
  return (
    <div className={styles['points']}>
      <table className={stats['list']}>
        <caption>By threshold</caption>
        <ColumnNames of={COLUMNS} />
        <tbody>
          {curve.map((point) => (
            <tr key={point.thresholdBytes} data-chosen={point.thresholdBytes === thresholdBytes}>
              <th scope="row">
                <button
                  type="button"
                  aria-pressed={point.thresholdBytes === thresholdBytes}
                  onClick={() => onPick(point.thresholdBytes)}
                >
                  {formatBytes(point.thresholdBytes)}
                </button>
                {point.thresholdBytes === currentThresholdBytes && <small> now</small>}
              </th>
              <td data-number>{formatCount(point.offloaded)}</td>
              <td data-number data-sign={Math.sign(point.tokens.net)}>
                {point.exact ? '' : '~'}
                {formatTight(point.tokens.net)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
