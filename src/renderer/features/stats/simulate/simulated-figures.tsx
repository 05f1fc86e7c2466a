import type { SimulatedFigures as Figures, Simulation } from '../../../../shared/contract/simulate.ts'
import { counted, formatCount, formatShare, formatTight } from '../../../ui/format.ts'
import stats from '../stats-view.module.css'
import { ColumnNames, numbers, words } from '../column-names.tsx'

const COLUMNS = [...words('Policy'), ...numbers('Stored', 'Delivered', 'Read back', 'Kept out', 'Share')]

/** Without Spillway, as it was, and as it would have been: side by side. */
export function SimulatedFigures({ simulation }: { simulation: Simulation }) {
  const { recorded, simulated, raw, calls } = simulation
  return (
    <section>
      <table className={stats['list']}>
        <caption>
          {counted(calls, 'call')} <small>{doubtsOf(simulated)}</small>
        </caption>
        <ColumnNames of={COLUMNS} />
        <tbody>
          <tr>
            <th scope="row">Without Spillway</th>
            {['0', formatTight(raw), '0', '0', formatShare(0, raw)].map((cell, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- cells of one row, always the same
              <td key={index} data-number>
                {cell}
              </td>
            ))}
          </tr>
          <FigureRow name="As recorded" figures={recorded} />
          <FigureRow name="Simulated" figures={simulated} />
        </tbody>
      </table>
    </section>
  )
}

function FigureRow({ name, figures }: { name: string; figures: Figures }) {
  const { offloaded, tokens, exact } = figures
  const about = exact ? '' : '~'
  return (
    <tr data-row={name}>
      <th scope="row">{name}</th>
      <td data-number>{formatCount(offloaded)}</td>
      <td data-number>
        {about}
        {formatTight(tokens.delivered)}
      </td>
      <td data-number>{formatTight(tokens.reread)}</td>
      <td data-number data-sign={Math.sign(tokens.net)}>
        {about}
        {formatTight(tokens.net)}
      </td>
      <td data-number>{formatShare(tokens.net, tokens.raw)}</td>
    </tr>
  )
}

/** What the figures do not know. */
function doubtsOf({ exact, estimated, newlyOffloaded, netAtLeast }: Figures): string {
  if (exact) return 'every figure as recorded, none estimated'
  const parts = [
    ...(estimated > 0 ? [`~ ${counted(estimated, 'reference')} estimated: never made`] : []),
    ...(newlyOffloaded > 0
      ? [
          `${formatCount(newlyOffloaded)} newly stored, without reads to go by: at least ${formatTight(netAtLeast)} kept out`,
        ]
      : []),
  ]
  return parts.join(' · ')
}
