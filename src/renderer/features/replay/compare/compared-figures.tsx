import type { OperationOutput } from '../../../../shared/contract.ts'
import { counted, formatCount } from '../../../ui/format.ts'
import { Figure } from '../../frame/figure.tsx'
import styles from '../../frame/figures.module.css'

/** What both turns came to: the left one's figure, and the right one's beside it. */
export function ComparedFigures({ data: { left, right, rows } }: { data: OperationOutput<'compareTurns'> }) {
  const same = rows.filter(({ differs }) => differs?.length === 0).length
  const changed = rows.filter(({ differs }) => differs !== null && differs.length > 0).length
  const held = ({ sums: { tokens } }: typeof left) => formatCount(tokens.delivered + tokens.reread)
  return (
    <section className={styles['figures']} aria-label="Both turns">
      <div className={styles['hero']}>
        <Figure
          label="Steps that are the same"
          value={formatCount(same)}
          beside={`of ${counted(rows.length, 'row')}`}
        />
      </div>
      <Figure label="Changed" value={formatCount(changed)} beside="same tool, in order" />
      <Figure
        label="In one turn alone"
        value={formatCount(rows.length - same - changed)}
        beside={`${counted(left.sums.calls, 'call')} and ${formatCount(right.sums.calls)}`}
      />
      <Figure label="Tokens delivered and read back" value={held(left)} beside={`and ${held(right)}`} />
      <Figure
        label="Tokens kept out, net"
        value={formatCount(left.sums.tokens.net)}
        beside={`and ${formatCount(right.sums.tokens.net)}`}
        main
      />
    </section>
  )
}
